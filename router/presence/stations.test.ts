import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBus } from '../events/bus.ts'
import { emptyDevice } from '../features/devices/device.ts'
import { openStations } from '../features/wifi/stations.ts'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import { openMemoryFacts } from '../store/memory.ts'
import type { ApEvent } from '../wire/hostapd.ts'
import { type RadioEvent, watchStations } from './stations.ts'

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
  let notify: (event: RadioEvent) => void = () => undefined
  const textOf = (mac: string, fields: Record<string, string> | undefined): string =>
    fields ? [mac, ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join('\n') : 'FAIL'
  watchStations({
    ...memory,
    clock: openSteppedClock(),
    stations: openStations({ ...memory, bus }),
    onFailure: (_, error) => assert.fail(String(error)),
    radio: {
      listen: (listener) => {
        notify = listener
      },
      async request(network, command) {
        sent.push(command)
        const [word, mac = ''] = command.split(' ')
        if (word === 'STA') return textOf(mac, connected.get(`${network} ${mac}`))
        const here = [...connected.keys()]
          .filter((key) => key.startsWith(`${network} `))
          .map((key) => key.split(' ')[1]!)
        const next = here[word === 'STA-NEXT' ? here.indexOf(mac) + 1 : 0] ?? ''
        return textOf(next, connected.get(`${network} ${next}`))
      },
    },
  })
  const settle = () => new Promise(setImmediate)
  const happen = async (event: ApEvent, network = 'wlan0') => {
    notify({ kind: 'event', radio: 'wlan0', network, event })
    await settle()
  }
  const join = async (mac: string, network: string, fields: Record<string, string>) => {
    connected.set(`${network} ${mac}`, { flags: AUTHORIZED, ...fields })
    await happen({ kind: 'joined', mac, keyId: fields.keyid }, network)
  }
  const add = (mac: string, Psk = 'of its own') =>
    memory.change((draft) => draft.devices.put(mac, { ...emptyDevice(), MAC: mac, PSKEntry: { Type: 'sae', Psk } }))
  const places = () => Object.fromEntries([...memory.facts.stations.values()].map(({ mac, link }) => [mac, link]))
  const report = async (event: RadioEvent) => {
    notify(event)
    await settle()
  }
  return { ...memory, connected, sent, failures, happen, join, add, places, report }
}

/** The step of SAE that a station takes, as hostapd reports the frame. */
const frame = (mac: string, step: 1 | 2): ApEvent => ({
  kind: 'frame',
  bytes: Buffer.from(`b0003a01020000000000${mac.replaceAll(':', '')}020000000000100003000${step}000000`, 'hex'),
})

test('a station is placed on the link that hostapd made for it', async () => {
  const { join, places } = await open()
  await join(PHONE, 'wlan0', { vlan_id: '4096' })
  await join(TV, 'wlan0.w2', { vlan_id: '4096' })
  assert.deepEqual(places(), { [PHONE]: 'wlan0.4096', [TV]: 'wlan0.w2.4096' })
})

test('a station that has left before anybody looked is not placed', async () => {
  const { happen, places } = await open()
  await happen({ kind: 'joined', mac: PHONE, keyId: undefined })
  assert.deepEqual(places(), {})
})

test('leaving one network does not end a station on another', async () => {
  const { join, happen, places } = await open()
  await join(PHONE, 'wlan0', { vlan_id: '4096' })
  await join(PHONE, 'wlan0.w2', { vlan_id: '4096' })
  await happen({ kind: 'left', mac: PHONE }, 'wlan0')
  assert.deepEqual(places(), { [PHONE]: 'wlan0.w2.4096' })
  await happen({ kind: 'left', mac: PHONE }, 'wlan0.w2')
  assert.deepEqual(places(), {})
})

test('who proves a waiting passphrase under the address of a known device is put out', async () => {
  const { add, join, places, sent, failures } = await open()
  await add(PHONE)
  await join(PHONE, 'wlan0.w2', { vlan_id: '4096', keyid: 'pending' })
  assert.deepEqual(places(), {})
  assert.equal(sent.at(-1), `DEAUTHENTICATE ${PHONE}`)
  assert.equal(failures.length, 1)
})

test('an access point that ran before is asked for its stations; those that are gone have left', async () => {
  const { connected, join, places, report } = await open()
  await join(PHONE, 'wlan0', { vlan_id: '4096' })
  connected.clear()
  connected.set(`wlan0 ${TV}`, { flags: AUTHORIZED, vlan_id: '4097' })
  await report({ kind: 'running', radio: 'wlan0', networks: ['wlan0'] })
  assert.deepEqual(places(), { [TV]: 'wlan0.4097' })
})

test('when an access point ends, all of its stations have left', async () => {
  const { join, places, report } = await open()
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
