import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../../../events/bus.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { type Device, emptyDevice, withDisabled } from '../../../model/home/devices/device.ts'
import type { RadioEvent } from '../../../model/wifi/radios/accesspoint.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import type { ApEvent } from '../../../wire/hostapd.ts'
import { openStations } from '../admission/stations.ts'
import { watchStations } from './watch.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const AUTHORIZED = '[AUTH][ASSOC][AUTHORIZED]'

async function open() {
  const memory = openMemoryFacts({ setup: { done: true } })
  const bus = openBus((error) => assert.fail(String(error)))
  const failures: unknown[] = []
  bus.subscribePrefix('wifi:auth:fail', (report) => failures.push(report))
  /** By network and address, as hostapd prints them. */
  const connected = new Map<string, Record<string, string>>()
  const sent: string[] = []
  const offered: string[] = []
  /** How many waiting passphrases a station can still be offered. */
  const offers = { left: 0 }
  let notify: (event: RadioEvent) => void = () => undefined
  const textOf = (mac: string, fields: Record<string, string> | undefined): string =>
    fields ? [mac, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join('\n') : 'FAIL'
  const clock = openSteppedClock()
  watchStations({
    ...memory,
    clock,
    stations: openStations({ ...memory, bus }),
    onFailure: (_, error) => assert.fail(String(error)),
    radio: {
      listen: (listener) => {
        notify = listener
      },
      async request(network, command) {
        sent.push(command)
        const [word, mac = ''] = command.split(' ')
        if (word === 'DEAUTHENTICATE') connected.delete(`${network} ${mac}`)
        if (word === 'STA') return textOf(mac, connected.get(`${network} ${mac}`))
        const here = [...connected.keys()]
          .filter((key) => key.startsWith(`${network} `))
          .map((key) => key.split(' ')[1]!)
        const next = here[word === 'STA-NEXT' ? here.indexOf(mac) + 1 : 0] ?? ''
        // After the last one the answer is empty.
        return next && textOf(next, connected.get(`${network} ${next}`))
      },
      networks: () => new Map([['wlan0', ['wlan0', 'wlan0.w']]]),
      async offerNext(mac) {
        offered.push(mac)
        return offers.left-- > 0
      },
    },
  })
  const settle = async () => {
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
  }
  const happen = async (event: ApEvent, network = 'wlan0', identity?: string) => {
    notify({ kind: 'event', radio: 'wlan0', network, event, identity })
    await settle()
  }
  /** By default with its own passphrase; with an empty `identity`, it is not certain with which one. */
  const join = async (mac: string, network: string, fields: Record<string, string>, identity = fields.keyid ?? mac) => {
    connected.set(`${network} ${mac}`, { flags: AUTHORIZED, ...fields })
    await happen({ kind: 'joined', mac, keyId: fields.keyid }, network, identity || undefined)
  }
  const add = (mac: string, more: Partial<Device> = {}) =>
    memory.change((draft) =>
      draft.devices.put(mac, { ...emptyDevice(), MAC: mac, PSKEntry: { Type: 'sae', Psk: 'of its own' }, ...more }),
    )
  const lease = (mac: string, link: string) =>
    memory.change((draft) => draft.leases.put(mac, { mac, link, ip: '192.168.2.6', hostName: '', expiresAt: 0 }))
  const places = () => Object.fromEntries([...memory.facts.stations.values()].map(({ mac, link }) => [mac, link]))
  const report = async (event: RadioEvent) => {
    notify(event)
    await settle()
  }
  const pass = async (ms: number) => {
    await clock.step(ms)
    await settle()
  }
  const causes = () => failures.map((failure) => (failure as { Cause: string }).Cause)
  return {
    ...memory,
    connected,
    sent,
    offered,
    offers,
    failures,
    causes,
    happen,
    join,
    add,
    lease,
    places,
    report,
    pass,
  }
}

/** The step of SAE that a station takes, as hostapd reports the frame. */
const frame = (mac: string, step: 1 | 2): ApEvent => ({
  kind: 'frame',
  bytes: Buffer.from(`b0003a01020000000000${mac.replaceAll(':', '')}020000000000100003000${step}000000`, 'hex'),
})

test('a station is placed on the link that hostapd made for it', async () => {
  const { add, join, places } = await open()
  await add(PHONE)
  await add(TV)
  await join(PHONE, 'wlan0', { vlan_id: '4096' })
  await join(TV, 'wlan0.w2', { vlan_id: '4096' })
  assert.deepEqual(places(), { [PHONE]: 'wlan0.4096', [TV]: 'wlan0.w2.4096' })
})

test('a station that has left before it was looked up is not placed', async () => {
  const { happen, places } = await open()
  await happen({ kind: 'joined', mac: PHONE, keyId: undefined })
  assert.deepEqual(places(), {})
})

test('leaving one network does not end a station on another', async () => {
  const { add, join, happen, places } = await open()
  await add(PHONE)
  await join(PHONE, 'wlan0', { vlan_id: '4096' })
  await join(PHONE, 'wlan0.w2', { vlan_id: '4096' })
  await happen({ kind: 'left', mac: PHONE }, 'wlan0')
  assert.deepEqual(places(), { [PHONE]: 'wlan0.w2.4096' })
  await happen({ kind: 'left', mac: PHONE }, 'wlan0.w2')
  assert.deepEqual(places(), {})
})

test('a station that roams keeps its lease, and the access point that it has left drops it without a frame', async () => {
  const { add, connected, facts, join, lease, places, sent } = await open()
  await add(PHONE)
  await join(PHONE, 'wlan0', { vlan_id: '4096', connected_time: '60' })
  await lease(PHONE, 'wlan0.4096')
  await join(PHONE, 'wlan1', { vlan_id: '4097', connected_time: '0' })
  assert.deepEqual(places(), { [PHONE]: 'wlan1.4097' })
  assert.equal(facts.leases.get(PHONE)?.link, 'wlan1.4097')
  assert.equal(sent.at(-1), `DEAUTHENTICATE ${PHONE} tx=0`)
  assert.deepEqual([...connected.keys()], [`wlan1 ${PHONE}`])
})

test('after a start, a station is placed where it connected last, whatever the order of the access points', async () => {
  const { add, connected, places, report } = await open()
  await add(PHONE)
  const ages = { wlan0: '600', wlan1: '30', wlan2: '400' }
  for (const [network, connected_time] of Object.entries(ages))
    connected.set(`${network} ${PHONE}`, { flags: AUTHORIZED, vlan_id: '4096', connected_time })
  for (const network of Object.keys(ages)) await report({ kind: 'running', radio: network, networks: [network] })
  assert.deepEqual(places(), { [PHONE]: 'wlan1.4096' })
  assert.deepEqual([...connected.keys()], [`wlan1 ${PHONE}`])
})

test('a guest with the address of a device of the home neither takes its lease nor disconnects it', async () => {
  const { add, connected, facts, join, lease } = await open()
  await add(PHONE)
  await join(PHONE, 'wlan0', { vlan_id: '4096', connected_time: '60' })
  await lease(PHONE, 'wlan0.4096')
  await join(PHONE, 'wlan0.ap0', { vlan_id: '4096', connected_time: '0' }, '')
  assert.equal(facts.leases.get(PHONE), undefined)
  assert.ok(connected.has(`wlan0 ${PHONE}`))
})

test('a failed attempt with the address of a known device does not disconnect the device', async () => {
  const { add, connected, join, places } = await open()
  await add(PHONE)
  await add('pending')
  await join(PHONE, 'wlan0', { vlan_id: '4096', connected_time: '60' })
  await join(PHONE, 'wlan1.w2', { vlan_id: '4096', keyid: 'pending', connected_time: '0' })
  assert.deepEqual(places(), { [PHONE]: 'wlan0.4096' })
  assert.deepEqual([...connected.keys()], [`wlan0 ${PHONE}`])
})

test('a station that proves a pending passphrase with the address of a known device is disconnected', async () => {
  const { add, join, places, sent, causes } = await open()
  await add(PHONE)
  await add('pending')
  await join(PHONE, 'wlan0.w2', { vlan_id: '4096', keyid: 'pending' })
  assert.deepEqual(places(), {})
  assert.equal(sent.at(-1), `DEAUTHENTICATE ${PHONE}`)
  assert.deepEqual(causes(), ['passphrase of another device'])
})

test('when an access point is running, its stations are read, and missing ones are removed', async () => {
  const { add, connected, join, places, report } = await open()
  await add(PHONE)
  await add(TV)
  await join(PHONE, 'wlan0', { vlan_id: '4096' })
  connected.clear()
  connected.set(`wlan0 ${TV}`, { flags: AUTHORIZED, vlan_id: '4097' })
  await report({ kind: 'running', radio: 'wlan0', networks: ['wlan0'] })
  assert.deepEqual(places(), { [TV]: 'wlan0.4097' })
})

test('a station whose event was lost is placed or removed within ten seconds', async () => {
  const { add, join, connected, sent, places, pass } = await open()
  await add(PHONE)
  await add(TV)
  await join(TV, 'wlan0', { vlan_id: '4096', connected_time: '1' })
  connected.delete(`wlan0 ${TV}`)
  connected.set(`wlan0 ${PHONE}`, { flags: AUTHORIZED, vlan_id: '4097', connected_time: '1' })
  await pass(10_000)
  assert.deepEqual(places(), { [PHONE]: 'wlan0.4097' })
  sent.length = 0
  await pass(10_000)
  assert.deepEqual(sent, ['STA-FIRST', `STA-NEXT ${PHONE}`, 'STA-FIRST'])
})

test('when an access point stops, its stations are removed', async () => {
  const { add, join, places, report } = await open()
  await add(PHONE)
  await add(TV)
  await join(PHONE, 'wlan0', { vlan_id: '4096' })
  await join(TV, 'wlan1', { vlan_id: '4096' })
  await report({ kind: 'stopped', radio: 'wlan0' })
  assert.deepEqual(places(), { [TV]: 'wlan1.4096' })
})

test('a wrong passphrase of WPA3 is reported, and so is a device without any', async () => {
  const { add, happen, failures } = await open()
  await add(PHONE)
  await happen(frame(PHONE, 1))
  assert.deepEqual(failures, [])
  await happen(frame(PHONE, 2))
  await happen(frame(TV, 1))
  assert.deepEqual(
    failures.map((report) => (report as { Reason: string }).Reason),
    ['mismatch', 'noentry'],
  )
})

test('frames that anybody can send are reported a limited number of times', async () => {
  const { happen, failures } = await open()
  for (let sent = 0; sent < 100; sent++) await happen(frame(TV, 1))
  assert.ok(failures.length > 0 && failures.length <= 8)
})

test('of several waiting devices, a station becomes the one whose passphrase it proved', async () => {
  const { add, facts, join, places } = await open()
  for (const [identity, Name] of Object.entries({ pending: 'a', 'pending:b': 'b', 'pending:c': 'c' }))
    await add(identity, { Name })
  await join(PHONE, 'wlan0', { vlan_id: '4096' }, 'pending:b')
  await join(TV, 'wlan0.w2', { vlan_id: '4096', keyid: 'pending:c' })
  assert.deepEqual([facts.devices.get(PHONE)?.Name, facts.devices.get(TV)?.Name], ['b', 'c'])
  assert.deepEqual([...facts.devices.keys()], ['pending', PHONE, TV])
  assert.deepEqual(places(), { [PHONE]: 'wlan0.4096', [TV]: 'wlan0.w2.4096' })
})

test('of two stations with the same pending passphrase, one becomes the device and the other is disconnected', async () => {
  const { add, causes, facts, join, places, sent } = await open()
  await add('pending:b')
  await Promise.all([
    join(PHONE, 'wlan0', { vlan_id: '4096' }, 'pending:b'),
    join(TV, 'wlan0', { vlan_id: '4097' }, 'pending:b'),
  ])
  assert.deepEqual([...facts.devices.keys()], [PHONE])
  assert.deepEqual(places(), { [PHONE]: 'wlan0.4096' })
  assert.deepEqual(sent.slice(-2), ['PMKSA_FLUSH', `DEAUTHENTICATE ${TV}`])
  assert.deepEqual(causes(), ['passphrase already used'])
})

test('a station whose passphrase is uncertain is disconnected to try again', async () => {
  const { add, causes, join, places, sent } = await open()
  await add('pending')
  await join(PHONE, 'wlan0', { vlan_id: '4096' }, '')
  assert.deepEqual([places(), sent.at(-1), causes()], [{}, `DEAUTHENTICATE ${PHONE}`, []])
})

test('a station whose device was just deleted is disconnected', async () => {
  const { join, places, sent } = await open()
  await join(PHONE, 'wlan0', { vlan_id: '4096' })
  assert.deepEqual([places(), sent.at(-1)], [{}, `DEAUTHENTICATE ${PHONE}`])
})

test('a station that was announced for WPA2 and has used WPA3 is allowed WPA3', async () => {
  const { add, facts, join } = await open()
  const PSKEntry = { Type: 'wpa' as const, Psk: 'waiting' }
  await add('pending', { PSKEntry })
  await add('pending:b', { PSKEntry })
  await join(PHONE, 'wlan0', { vlan_id: '4096' }, 'pending')
  await join(TV, 'wlan0.w2', { vlan_id: '4096', keyid: 'pending:b' })
  assert.deepEqual([facts.devices.get(PHONE)?.PSKEntry.Type, facts.devices.get(TV)?.PSKEntry.Type], ['sae', 'wpa'])
})

test('an unknown station is reported when it has tried all waiting passphrases', async () => {
  const { add, causes, happen, offered, offers } = await open()
  await add('pending')
  await add('pending:b')
  offers.left = 1
  for (let attempt = 0; attempt < 2; attempt++) {
    await happen(frame(PHONE, 1))
    await happen(frame(PHONE, 2))
  }
  assert.deepEqual(offered, [PHONE, PHONE])
  assert.deepEqual(causes(), ['wrong passphrase'])
})

test('a failed attempt is explained by the settings of its device', async () => {
  const { add, causes, facts, happen } = await open()
  await add(PHONE, { PSKEntry: { Type: 'wpa', Psk: 'of its own' } })
  await happen(frame(PHONE, 1))
  await happen({ kind: 'wrong passphrase', mac: PHONE }, 'wlan0.w2')
  await add(PHONE, withDisabled(facts.devices.get(PHONE)!, true))
  await happen(frame(PHONE, 1))
  await happen(frame(TV, 1))
  assert.deepEqual(causes(), ['WPA2 only', 'wrong passphrase', 'disabled', 'unknown device'])
})
