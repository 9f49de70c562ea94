import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settled } from '../../machine/stepped.fixture.ts'
import { formatSubnet } from '../../values/subnet.ts'
import type { Ask } from './grants.ts'
import { deviceOf, openHousehold, PHONE, PRINTER, STRANGER } from './household.fixture.ts'
import { WRITE_RENEWALS_MS } from './renewals.ts'
import { moveHome } from './resettle.ts'

const DAY_MS = 24 * 3600_000
const WIRE = 'lan0'
const WIFI = 'wlan0.4096'
const GUESTS = 'wlan0.ap0.4096'

const ask = (mac: string, link = WIRE): Ask => ({
  mac,
  link,
  hostName: 'thing',
  identifier: mac,
  parameters: '1,3,6',
  vendorClass: 'udhcp',
})

test('a device gets the first free address, and all that follows from it', async () => {
  const { grants, facts, network, happened } = await openHousehold({ devices: [deviceOf(PHONE)] })
  const granted = { ip: '192.168.2.2', routerIp: '192.168.2.1', dnsIp: '192.168.2.1', leaseSeconds: 86_400 }
  assert.deepEqual(await grants.grant(ask(PHONE, WIFI)), { granted })
  const device = facts.devices.get(PHONE)
  assert.deepEqual(
    [device?.RecentIP, device?.DHCPFirstTime, device?.DHCPLastTime, device?.DHCPLastInterface],
    ['192.168.2.2', '2024-03-01 10:00:00.000000000 +0000 UTC', '2024-03-01 10:00:00.000000000 +0000 UTC', WIFI],
  )
  assert.equal(network().members.get(PHONE)?.place?.ip, '192.168.2.2')
  assert.deepEqual(
    happened.map(({ topic }) => topic),
    ['dhcp:request', 'dhcp:response'],
  )
  assert.deepEqual(happened[1]?.payload, {
    Identifier: PHONE,
    IP: '192.168.2.2',
    RouterIP: '192.168.2.1',
    DNSIP: '192.168.2.1',
    LeaseTime: '24h0m0s',
  })
})

test('the owner reserves an address by writing it down', async () => {
  const { grants } = await openHousehold({ devices: [deviceOf(PRINTER, { RecentIP: '192.168.2.14' })] })
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.14')
  assert.deepEqual(await grants.grant(ask(PRINTER), '192.168.2.6'), { refused: 'address in use' })
})

test('on a trunk a device with a tag gets its address behind that tag alone; one without gets it anywhere', async () => {
  const { grants, change, network } = await openHousehold({ devices: [deviceOf(PRINTER, { VLANTag: '7' })] })
  await change((draft) =>
    draft.interfaces.put(WIRE, { Name: WIRE, Type: 'Downlink', Subtype: 'VLAN-Trunk', Enabled: true }),
  )
  for (const link of [WIRE, `${WIRE}.8`]) assert.ok('refused' in (await grants.grant(ask(PRINTER, link))), link)
  assert.equal(grants.refusalOf(ask(PRINTER, WIRE)), 'tagged device off its VLAN')
  assert.ok('granted' in (await grants.grant(ask(PRINTER, `${WIRE}.7`))))
  assert.equal(network().members.get(PRINTER)?.place?.link, 'lan0.7')
  assert.ok('granted' in (await grants.grant(ask(STRANGER, `${WIRE}.7`))))
})

test('an unknown device on the wire is recorded, and may do nothing', async () => {
  const { grants, facts, network, happened } = await openHousehold()
  assert.ok('granted' in (await grants.grant(ask(STRANGER))))
  assert.deepEqual(facts.devices.get(STRANGER)?.Policies, [])
  assert.ok(network().members.get(STRANGER)?.place)
  assert.ok(happened.some(({ topic }) => topic === 'device:save'))
})

test('an unknown station is a guest on the guest link, and nobody on another', async () => {
  const { grants, facts, change } = await openHousehold()
  await change((draft) => draft.stations.put(STRANGER, { mac: STRANGER, link: GUESTS }))
  assert.ok('granted' in (await grants.grant(ask(STRANGER, GUESTS))))
  assert.deepEqual(facts.devices.get(STRANGER)?.Policies, ['wan', 'dns', 'noapi', 'guestonly'])
  assert.deepEqual(facts.devices.get(STRANGER)?.DeviceTags, ['guest'])
  assert.deepEqual(await grants.grant(ask(PHONE, WIFI)), { refused: 'unknown station' })
})

test('who gets nothing', async () => {
  const guest = '02:00:00:00:00:05'
  const trusted = '02:00:00:00:00:06'
  const { grants, change, happened } = await openHousehold({
    devices: [
      deviceOf(PHONE),
      deviceOf(PRINTER, { Policies: ['disabled'] }),
      deviceOf(guest, { Policies: ['wan', 'guestonly'] }),
      deviceOf(trusted),
    ],
  })
  const refusal = async (mac: string, link: string) => {
    const answer = await grants.grant(ask(mac, link))
    return 'refused' in answer ? answer.refused : 'nothing'
  }
  assert.equal(await refusal(STRANGER, 'wan0'), 'uplink')
  assert.equal(await refusal(STRANGER, 'eth7'), 'not a household link')
  assert.equal(await refusal(STRANGER, WIFI), 'not a household link')
  assert.equal(await refusal('ff:ff:ff:ff:ff:ff', WIRE), 'not a device address')
  assert.equal(await refusal('00:00:00:00:00:00', WIRE), 'not a device address')
  assert.equal(await refusal(PRINTER, WIRE), 'disabled')
  assert.equal(await refusal(guest, WIRE), 'guest device off the guest link')
  assert.deepEqual(happened, [])

  // The phone is on wifi with its passphrase: on the wire, somebody uses its MAC.
  assert.equal(await refusal(PHONE, WIRE), 'associated on another link')
  await change((draft) => draft.stations.put(trusted, { mac: trusted, link: GUESTS }))
  assert.equal(await refusal(trusted, GUESTS), 'trusted device on a guest link')
  assert.equal(await refusal(trusted, GUESTS), 'trusted device on a guest link')
  assert.deepEqual(happened, [
    {
      topic: 'dhcp:spoof',
      payload: { MAC: PHONE, Identifier: PHONE, Name: 'thing', Iface: WIRE, Reason: 'associated on another link' },
    },
    {
      topic: 'dhcp:spoof',
      payload: {
        MAC: trusted,
        Identifier: trusted,
        Name: 'thing',
        Iface: GUESTS,
        Reason: 'trusted device on a guest link',
      },
    },
  ])
})

test('a device with a passphrase gets nothing on a cable, unless the owner allows it there', async () => {
  const laptop = deviceOf(PRINTER, { PSKEntry: { Type: 'sae', Psk: 'a passphrase' } })
  const { grants, change, network, happened } = await openHousehold({ devices: [laptop] })
  assert.deepEqual(await grants.grant(ask(PRINTER)), { refused: 'passphrase not proven' })
  assert.deepEqual(
    happened.map(({ topic }) => topic),
    ['dhcp:spoof'],
  )
  await change((draft) => draft.devices.put(PRINTER, { ...laptop, AllowWired: true }))
  assert.ok('granted' in (await grants.grant(ask(PRINTER))))
  assert.equal(network().members.get(PRINTER)?.place?.link, WIRE)
  await change((draft) => draft.devices.put(PRINTER, { ...draft.devices.get(PRINTER)!, AllowWired: false }))
  assert.equal(network().members.get(PRINTER)?.place, undefined)
  assert.equal(grants.renew(ask(PRINTER), '192.168.2.2'), undefined)
})

test('one host that makes up addresses gets half of the room, slowly', async () => {
  const { grants, clock, facts } = await openHousehold({ limits: { burst: 4, perSecond: 1 } })
  const comes = async (from: number, count: number) => {
    for (let i = from; i < from + count; i++) await grants.grant(ask(`02:00:00:00:99:${(i + 16).toString(16)}`))
    return facts.devices.size
  }
  assert.equal(await comes(0, 20), 4)
  await clock.step(3000)
  assert.equal(await comes(20, 20), 7)
  for (let i = 0; i < 20; i++) {
    await clock.step(4000)
    await comes(40 + i * 4, 4)
  }
  assert.equal(facts.devices.size, 32)
})

test('hosts on several ports that make up addresses leave a quarter of the room', async () => {
  const { grants, change, facts } = await openHousehold({ limits: { burst: 100, perSecond: 1 } })
  await change((draft) =>
    draft.interfaces.put('lan1', { Name: 'lan1', Type: 'Downlink', Subtype: 'ethernet', Enabled: true }),
  )
  for (const [port, link] of [WIRE, 'lan1'].entries())
    for (let i = 0; i < 40; i++) await grants.grant(ask(`02:00:00:0${port}:99:${(i + 16).toString(16)}`, link))
  assert.equal(facts.devices.size, 48)
})

test('a full port has room again for newcomers when leases of unnamed ones are over', async () => {
  const { grants, clock, facts, change, happened } = await openHousehold({ limits: { burst: 100, perSecond: 1 } })
  const comes = (number: number) => grants.grant(ask(`02:00:00:00:99:${number.toString(16).padStart(2, '0')}`))
  for (let i = 0; i < 32; i++) await comes(i)
  assert.deepEqual(await comes(40), { refused: 'too many unknown devices' })
  await change((draft) => {
    const [first] = draft.devices.rows()
    draft.devices.put(first![0], { ...first![1], Name: 'kept' })
  })
  await clock.step(24 * 3600_000)
  assert.ok('granted' in (await comes(40)))
  assert.ok('granted' in (await comes(41)))
  assert.equal(facts.devices.size, 32)
  assert.ok(facts.devices.has('02:00:00:00:99:00'))
  assert.ok(!facts.devices.has('02:00:00:00:99:01'))
  assert.equal(happened.filter(({ topic }) => topic === 'device:delete').length, 2)
})

test('when a device has moved, its lease on the old link is gone', async () => {
  const { grants, facts, network, change } = await openHousehold({ devices: [deviceOf(PHONE)] })
  await grants.grant(ask(PHONE, WIFI))
  await change((draft) => draft.stations.put(PHONE, { mac: PHONE, link: 'wlan0.4097' }))
  await grants.grant(ask(PHONE, 'wlan0.4097'))
  assert.deepEqual(
    [...facts.leases.values()].map(({ link, ip }) => `${ip} on ${link}`),
    ['192.168.2.2 on wlan0.4097'],
  )
  assert.equal(network().members.get(PHONE)?.place?.link, 'wlan0.4097')
})

test('what the machine refuses is not granted, and can be asked for again', async () => {
  const { grants, facts, refuseWith } = await openHousehold()
  refuseWith(new Error('no such link'))
  assert.deepEqual(await grants.grant(ask(STRANGER)), { refused: 'change failed' })
  assert.equal(facts.devices.has(STRANGER), false)
  refuseWith(undefined)
  assert.ok('granted' in (await grants.grant(ask(STRANGER))))
})

test('on a full disk who is known comes back to the address it had, and nobody else comes', async () => {
  const { grants, facts, network, fillDisk } = await openHousehold({ devices: [deviceOf(PHONE), deviceOf(PRINTER)] })
  await grants.grant(ask(PHONE, WIFI))
  await grants.release(PHONE, '192.168.2.2')
  fillDisk()
  assert.ok('granted' in (await grants.grant(ask(PHONE, WIFI))))
  assert.equal(network().members.get(PHONE)?.place?.ip, '192.168.2.2')
  for (const mac of [PRINTER, STRANGER]) assert.deepEqual(await grants.grant(ask(mac)), { refused: 'change failed' })
  assert.deepEqual([...facts.leases.keys()], [PHONE])
  assert.equal(facts.devices.has(STRANGER), false)
})

test('as long as the kernel could not be made so, nothing is granted', async () => {
  const { grants, drift } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  drift.push({ driver: 'links', what: 'neighbour lan0 192.168.2.2', reason: 'Cannot find device "lan0"' })
  assert.deepEqual(await grants.grant(ask(PRINTER)), { refused: 'not admitted' })
  assert.equal(grants.renew(ask(PRINTER), '192.168.2.2'), undefined)
  drift.splice(
    0,
    1,
    { driver: 'resolver', what: 'all', reason: 'busy' },
    { driver: 'links', what: 'up lan1', reason: '' },
  )
  assert.ok('granted' in (await grants.grant(ask(PRINTER))))
})

test('a change of the owner during a grant is kept', async () => {
  const { grants, change, facts } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  const reserved = change((draft) => draft.devices.put(PRINTER, deviceOf(PRINTER, { RecentIP: '192.168.2.14' })))
  assert.deepEqual(await grants.grant(ask(PRINTER)), { refused: 'address in use' })
  await reserved
  assert.equal(facts.devices.get(PRINTER)?.RecentIP, '192.168.2.14')
  const moved = change((draft) => draft.set('subnet', { TinyNets: ['10.9.0.0/24'], LeaseTime: '1h' }))
  assert.deepEqual(await grants.grant(ask(PRINTER)), { refused: 'address in use' })
  await moved
})

test('many that ask at once share one change, each with an address of its own', async () => {
  const devices = Array.from({ length: 50 }, (_, i) => deviceOf(`02:00:00:00:01:${(i + 16).toString(16)}`))
  const { grants, facts, watch } = await openHousehold({ devices })
  const changes: number[] = []
  watch((entries) => changes.push(entries.length))
  const answers = await Promise.all(devices.map(({ MAC }) => grants.grant(ask(MAC))))
  assert.equal(new Set(answers.map((answer) => 'granted' in answer && answer.granted.ip)).size, 50)
  assert.deepEqual(changes, [100])
  assert.equal(facts.leases.size, 50)
})

test('a second ask while the first is under way waits for the client to ask again', async () => {
  const { grants } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  const [first, second] = await Promise.all([grants.grant(ask(PRINTER)), grants.grant(ask(PRINTER))])
  assert.ok('granted' in first)
  assert.deepEqual(second, { refused: 'busy' })
})

test('a device that asks for something else again and again is renewed, and the rest has to wait', async () => {
  const { grants, clock, facts } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  const asked = (hostName: string) => grants.grant({ ...ask(PRINTER), hostName })
  for (let i = 0; i < 10; i++) assert.ok('granted' in (await asked(`name-${i}`)))
  assert.equal(facts.leases.get(PRINTER)?.hostName, 'name-7')
  await grants.release(PRINTER, '192.168.2.2')
  assert.deepEqual(await asked('name'), { refused: 'too often' })
  await clock.step(2000)
  assert.ok('granted' in (await asked('name')))
})

test('a renewal is answered at once, and written down with others a little later', async () => {
  const { grants, facts, clock, watch, happened } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await clock.step(DAY_MS / 2)
  let changes = 0
  watch(() => changes++)
  assert.equal(grants.renew(ask(PRINTER), '192.168.2.2')?.ip, '192.168.2.2')
  assert.equal(changes, 0)
  assert.equal(happened.at(-1)?.topic, 'dhcp:response')
  await clock.step(WRITE_RENEWALS_MS)
  assert.equal(changes, 1)
  assert.equal(facts.devices.get(PRINTER)?.DHCPLastTime, '2024-03-01 22:00:00.000000000 +0000 UTC')
  await clock.step(DAY_MS - WRITE_RENEWALS_MS - 1)
  assert.equal(facts.leases.size, 1)
  await clock.step(1)
  assert.equal(facts.leases.size, 0)
})

test('a renewal of anything but the very lease it has is no renewal', async () => {
  const { grants, change, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  const renew = (ip = '192.168.2.2', link = WIRE) => grants.renew(ask(PRINTER, link), ip)
  assert.equal(renew(), undefined)
  await grants.grant(ask(PRINTER))
  assert.ok(renew())
  assert.equal(renew('192.168.2.6'), undefined)
  assert.equal(renew('192.168.2.2', 'lan1'), undefined)
  await change((draft) => draft.devices.put(PRINTER, { ...draft.devices.get(PRINTER)!, RecentIP: '192.168.2.14' }))
  assert.equal(renew(), undefined)
  await change((draft) => draft.devices.put(PRINTER, { ...draft.devices.get(PRINTER)!, RecentIP: '192.168.2.2' }))
  assert.ok(renew())
  await clock.step(DAY_MS)
  assert.equal(renew(), undefined)
})

test('a lease that is not renewed is forgotten on time; the address stays its own', async () => {
  const { grants, facts, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await clock.step(DAY_MS - 1)
  assert.equal(facts.leases.size, 1)
  await clock.step(1)
  assert.equal(facts.leases.size, 0)
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.2')
})

test('a released lease is over; the address stays its own', async () => {
  const { grants, facts } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await grants.release(PRINTER, '192.168.2.2')
  assert.equal(facts.leases.size, 0)
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.2')
})

const ROGUE = '02:00:00:00:00:99'

test('a device whose address another host uses gets another one', async () => {
  const { grants, facts, machine } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  machine.answerArp(({ link, target }) => (link === WIRE && target === '192.168.2.2' ? [ROGUE] : []))
  await grants.grant(ask(PRINTER))
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.2'), undefined)
  assert.equal(facts.leases.get(PRINTER)?.ip, '192.168.2.2', 'until it has taken another')
  assert.deepEqual(grants.offer(ask(PRINTER)), { granted: grants.terms('192.168.2.6') })
  await grants.grant(ask(PRINTER), '192.168.2.6')
  assert.equal(facts.devices.get(PRINTER)?.RecentIP, '192.168.2.6')
})

test('on a shared wire a DECLINE is compared with what the wire shows', async () => {
  const { grants, machine, happened, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  happened.length = 0
  machine.answerArp(() => [ROGUE, PRINTER])
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.2'), 'declined, but its device answers there')
  assert.deepEqual(
    happened.map(({ topic }) => topic),
    ['dhcp:spoof'],
  )
  machine.answerArp(() => [])
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.2'), 'declined, but no other host answers there')
  await clock.step(600_000)
  machine.answerArp(() => [ROGUE])
  const ends = { source: '192.168.2.2', destination: '81.2.69.1', packets: 1, bytes: 60 }
  machine.ip.flows.push({ protocol: 6, port: 443, original: ends, reply: ends, entry: new Uint8Array() })
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.2'), 'declined, but its device has connections there')
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.2')
})

test('an address that was declined is usable again when the owner sets it', async () => {
  const { grants, change, machine } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  machine.answerArp(() => [ROGUE])
  await grants.grant(ask(PRINTER))
  await grants.decline(ask(PRINTER), '192.168.2.2')
  assert.equal(grants.ownAddress(PRINTER), undefined)
  await change((draft) => draft.devices.put(PRINTER, { ...draft.devices.get(PRINTER)!, StaticIP: true }))
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.2')
})

test('a DECLINE never moves an address that the owner set, and a few of them are enough', async () => {
  const devices = [deviceOf(PHONE), deviceOf(PRINTER, { RecentIP: '192.168.2.14', StaticIP: true })]
  const { grants, machine } = await openHousehold({ devices })
  machine.answerArp(() => [ROGUE])
  await grants.grant(ask(PRINTER))
  assert.equal(await grants.decline(ask(PRINTER), '192.168.2.14'), 'declined, but set by the owner')
  assert.equal(grants.ownAddress(PRINTER), '192.168.2.14')

  const answers: unknown[] = []
  for (let i = 0; i < 4; i++) {
    const offered = grants.offer(ask(PHONE, WIFI))
    answers.push(await grants.decline(ask(PHONE, WIFI), 'granted' in offered ? offered.granted.ip : ''))
  }
  assert.deepEqual(answers, [undefined, undefined, 'declined too often', 'declined too often'])
})

test('a device is not moved to another port while it answers on its own', async () => {
  const { grants, facts, change, machine, happened } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await change((draft) => {
    draft.interfaces.put('lan1', { Name: 'lan1', Type: 'Downlink', Subtype: 'ethernet', Enabled: true })
    draft.links.put('lan1', { name: 'lan1', index: 9, mac: '02:00:00:00:ff:09', up: true })
  })
  await grants.grant(ask(PRINTER))
  machine.answerArp(({ link }) => (link === WIRE ? [PRINTER] : []))
  assert.deepEqual(await grants.grant(ask(PRINTER, 'lan1')), { refused: 'answers on another link' })
  assert.equal(happened.at(-1)?.topic, 'dhcp:spoof')
  assert.equal(facts.leases.get(PRINTER)?.link, WIRE)
  machine.answerArp(() => [])
  assert.ok('granted' in (await grants.grant(ask(PRINTER, 'lan1'))))
})

test('a neighbour who asks in its name without end does not keep a device from renewing', async () => {
  const { grants, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  for (let i = 0; i < 9; i++) await grants.grant({ ...ask(PRINTER), hostName: `name-${i}` })
  await clock.step(1000)
  assert.ok('granted' in (await grants.grant(ask(PRINTER))))
})

test("an address reserved for a VPN key is nobody else's", async () => {
  const { grants } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  const key = 'g2ErqmjMzQQMnzU8DGmY4lkDbRXJq9jV3yKTQzOZ0EE='
  assert.equal(grants.reserve(key), '192.168.2.2')
  const answer = await grants.grant(ask(PRINTER))
  assert.equal('granted' in answer && answer.granted.ip, '192.168.2.6')
})

test('when no address is left, the next client gets no answer', async () => {
  const devices = Array.from({ length: 64 }, (_, i) =>
    deviceOf(`02:00:00:00:01:${(i + 16).toString(16)}`, { RecentIP: `192.168.2.${i * 4 + 2}` }),
  )
  const { grants } = await openHousehold({ devices })
  assert.deepEqual(await grants.grant(ask(STRANGER)), { refused: 'no address left' })
})

test('when the home moves, a device keeps its address until it asks again, and then gets the one of its number', async () => {
  const home = await openHousehold({ devices: [deviceOf(PHONE), deviceOf(PRINTER), deviceOf(STRANGER)] })
  const { grants, facts, change, network, happened } = home
  for (const mac of [PRINTER, STRANGER]) await grants.grant(ask(mac))
  await change((draft) => moveHome(draft, { TinyNets: ['10.9.0.0/24'], LeaseTime: '12h0m0s' }))
  assert.deepEqual(network().frame.nets.map(formatSubnet), ['10.9.0.0/24', '192.168.2.0/24'])
  assert.equal(network().members.get(STRANGER)?.place?.ip, '192.168.2.6')
  assert.equal(grants.ownAddress(STRANGER), '10.9.0.6')
  // A newcomer takes nobody's place away.
  assert.equal(grants.reserve(PHONE), '10.9.0.10')

  assert.deepEqual(await grants.grant(ask(STRANGER)), {
    granted: { ip: '10.9.0.6', routerIp: '10.9.0.5', dnsIp: '10.9.0.1', leaseSeconds: 43_200 },
  })
  assert.equal(network().members.get(STRANGER)?.place?.ip, '10.9.0.6')
  assert.equal(happened.filter(({ topic }) => topic === 'device:update').length, 1)
  await settled()
  assert.equal(facts.setting('formerSubnets').length, 1, 'the printer is still there')

  await grants.release(PRINTER, '192.168.2.2')
  await settled()
  assert.equal(facts.devices.get(PRINTER)?.RecentIP, '10.9.0.2')
  assert.deepEqual(facts.setting('formerSubnets'), [])
  assert.deepEqual(network().frame.nets.map(formatSubnet), ['10.9.0.0/24'])
})

test('who never asks again has moved when its lease is over', async () => {
  const { grants, facts, change, clock } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await grants.grant(ask(PRINTER))
  await change((draft) => moveHome(draft, { TinyNets: ['10.9.0.0/24'], LeaseTime: '12h0m0s' }))
  await clock.step(DAY_MS)
  await settled()
  assert.equal(facts.devices.get(PRINTER)?.RecentIP, '10.9.0.2')
  assert.deepEqual(facts.setting('formerSubnets'), [])
})

test('a move that is put back takes those along that had followed', async () => {
  const { grants, facts, change, network } = await openHousehold({ devices: [deviceOf(PRINTER), deviceOf(STRANGER)] })
  for (const mac of [PRINTER, STRANGER]) await grants.grant(ask(mac))
  const home = facts.setting('subnet')
  await change((draft) => moveHome(draft, { ...home, TinyNets: ['10.9.0.0/24'] }))
  await grants.grant(ask(STRANGER))
  await change((draft) => {
    draft.set('subnet', home)
    draft.set('formerSubnets', [])
  })
  await settled()
  assert.equal(network().members.get(PRINTER)?.place?.ip, '192.168.2.2')
  assert.equal(network().members.get(STRANGER)?.place?.ip, '10.9.0.6', 'it goes on there until it asks again')
  assert.equal(grants.ownAddress(STRANGER), '192.168.2.6')
  assert.deepEqual(
    facts.setting('formerSubnets').map(({ TinyNets }) => TinyNets),
    [['10.9.0.0/24']],
  )
})
