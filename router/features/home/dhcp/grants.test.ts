import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, deviceOf, GUESTS, openHousehold, PHONE, PRINTER, STRANGER, WIFI, WIRE } from './household.fixture.ts'

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

test('the link of the first request stays, unlike that of the last one; it is unknown for a device of an earlier version', async () => {
  const seenBefore = deviceOf(PRINTER, { DHCPFirstTime: '2023-01-01 00:00:00.000000000 +0000 UTC' })
  const { grants, change, facts } = await openHousehold({ devices: [deviceOf(PHONE), seenBefore] })
  const links = (mac: string) => {
    const { DHCPFirstInterface, DHCPLastInterface } = facts.devices.get(mac)!
    return [DHCPFirstInterface, DHCPLastInterface]
  }
  assert.ok('granted' in (await grants.grant(ask(PRINTER))))
  assert.deepEqual(links(PRINTER), ['', WIRE])
  assert.ok('granted' in (await grants.grant(ask(PHONE, WIFI))))
  const moved = `${WIFI.split('.')[0]}.4100`
  await change((draft) => draft.stations.put(PHONE, { mac: PHONE, link: moved }))
  assert.ok('granted' in (await grants.grant(ask(PHONE, moved))))
  assert.deepEqual(links(PHONE), [WIFI, moved])
})

test('RecentIP of a device reserves that address, and a request for another one is refused', async () => {
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

test('a device that no owner has added is announced once, with what it sent; a guest and a known device are not', async () => {
  const { grants, change, happened, bus } = await openHousehold({ devices: [deviceOf(PRINTER)] })
  await change((draft) => draft.stations.put(PHONE, { mac: PHONE, link: GUESTS }))
  bus.subscribe('device:unknown', () => assert.ok(happened.some(({ topic }) => topic === 'device:save')))
  for (const asked of [ask(STRANGER), ask(PRINTER), ask(PHONE, GUESTS), ask(STRANGER)])
    assert.ok('granted' in (await grants.grant(asked)))
  assert.deepEqual(
    happened.filter(({ topic }) => topic === 'device:unknown').map(({ payload }) => payload),
    [{ MAC: STRANGER, IP: '192.168.2.2', Name: 'thing', Iface: WIRE, VendorClass: 'udhcp' }],
  )
})

test('an unknown station becomes a guest on the guest link, and is refused on other links', async () => {
  const { grants, facts, change } = await openHousehold()
  await change((draft) => draft.stations.put(STRANGER, { mac: STRANGER, link: GUESTS }))
  assert.ok('granted' in (await grants.grant(ask(STRANGER, GUESTS))))
  assert.deepEqual(facts.devices.get(STRANGER)?.Policies, ['wan', 'dns', 'noapi', 'guestonly'])
  assert.deepEqual(facts.devices.get(STRANGER)?.DeviceTags, ['guest'])
  assert.deepEqual(await grants.grant(ask(PHONE, WIFI)), { refused: 'unknown station' })
})

test('requests on wrong links, with invalid addresses, and of disabled or misplaced devices are refused', async () => {
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

  // The phone is on wifi with its passphrase: on the wire, another device uses its MAC.
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

test('one host with random MAC addresses gets at most half of the addresses, at a limited rate', async () => {
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

test('hosts with random MAC addresses on several ports leave a quarter of the addresses free', async () => {
  const { grants, change, facts } = await openHousehold({ limits: { burst: 100, perSecond: 1 } })
  await change((draft) =>
    draft.interfaces.put('lan1', { Name: 'lan1', Type: 'Downlink', Subtype: 'ethernet', Enabled: true }),
  )
  for (const [port, link] of [WIRE, 'lan1'].entries())
    for (let i = 0; i < 40; i++) await grants.grant(ask(`02:00:00:0${port}:99:${(i + 16).toString(16)}`, link))
  assert.equal(facts.devices.size, 48)
})

test('a full port accepts new devices after leases of unnamed devices have expired', async () => {
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

test('a failed change grants no lease, and the next request succeeds', async () => {
  const { grants, facts, refuseWith } = await openHousehold()
  refuseWith(new Error('no such link'))
  assert.deepEqual(await grants.grant(ask(STRANGER)), { refused: 'change failed' })
  assert.equal(facts.devices.has(STRANGER), false)
  refuseWith(undefined)
  assert.ok('granted' in (await grants.grant(ask(STRANGER))))
})

test('on a full disk, a device that had an address gets it again, and all others are refused', async () => {
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

test('no lease is granted while the kernel lacks the neighbour entry of the device', async () => {
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

test('a lease and its renewals last as long as granted when the clock is set', async () => {
  const { grants, clock, facts } = await openHousehold({ devices: [deviceOf(PRINTER, { RecentIP: '192.168.2.10' })] })
  const asked = ask(PRINTER)
  for (const ms of [26 * 3600_000, -10 * 365 * 86_400_000]) {
    await grants.grant(asked)
    clock.set(ms)
    await clock.step(6 * 60_000)
    assert.equal(facts.leases.get(PRINTER)?.ip, '192.168.2.10', 'the check of five minutes later')
    assert.ok(grants.renew(asked, '192.168.2.10'))
    assert.equal(grants.leaseOf(PRINTER, WIRE)?.ip, '192.168.2.10')
  }
  await clock.step(24 * 3600_000 + 1_000)
  assert.equal(facts.leases.get(PRINTER), undefined, 'it ends after its time')
})
