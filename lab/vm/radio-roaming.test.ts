import assert from 'node:assert/strict'
import type { WifiRadio } from '../../router/model/wifi/radiostate/state.ts'
import type { WifiStation } from '../../router/model/wifi/stations/station.ts'
import { WEB } from '../guests/addresses.ts'
import type { HouseholdDevice } from '../guests/device.ts'
import { until } from '../process/until.ts'
import { openRadioStories, type RadioHome, sae, untilGone } from './household.ts'

const story = await openRadioStories('roaming', {
  phone: { Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' } },
  attacker: { Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: 'passphrase of the attacker' } },
})

type RadioName = 'wlan0' | 'wlan1'
const radios = async ({ router }: RadioHome) => (await router.api('/wifi/radios')) as WifiRadio[]
const stationOf = async ({ router }: RadioHome, { mac }: HouseholdDevice) =>
  ((await router.api('/wifi/stations')) as Record<string, WifiStation>)[mac]
const bssidOf = async ({ router }: RadioHome, name: RadioName): Promise<string> => {
  const text = await router.namespace.run(['ip', '-j', 'link', 'show', 'dev', name])
  return (JSON.parse(text) as { address: string }[])[0]!.address
}

/** Moves the phone to another radio by `move`, with a stream of numbered lines in both directions. Returns what has come back. */
async function roam(home: RadioHome & { phone: HouseholdDevice }, to: RadioName, move: () => Promise<unknown>) {
  const { phone } = home
  const stream = phone.namespace.start(['socat', 'STDIO', `TCP4:${WEB}:7`])
  let sent = 0
  const send = () => stream.write(`${++sent}\n`)
  send()
  await stream.line('1')
  await move()
  await until(
    `the phone on ${to}`,
    async () => {
      send()
      const found = (await phone.presentLink())?.startsWith(`${to}.`)
      return found && (await stationOf(home, phone))?.Radio === to
    },
    60_000,
  )
  send()
  await until('the last line', () => stream.lines.includes(String(sent)), 40_000)
  const lines = [...stream.lines]
  await stream.stop()
  assert.deepEqual(
    lines,
    Array.from({ length: sent }, (_, at) => String(at + 1)),
  )
  return sent
}

story('a second radio has the network of the first', async (home) => {
  const { air, router } = home
  await air.give(router.namespace, 'wlan1')
  await until('the radio', () =>
    router.api('/hostapd/wlan1/enable', {}).then(
      () => true,
      () => false,
    ),
  )
  // Stations scan one channel.
  await router.api('/hostapd/wlan1/setChannel', { Mode: 'g', Channel: 1, Bandwidth: 20, HT_Enable: true })
  const all = await until(
    'both radios',
    async () => {
      const found = await radios(home)
      const isReady = ({ State, Frequency }: WifiRadio) => State === 'running' && Frequency === 2412
      return found.length === 2 && found.every(isReady) && found
    },
    60_000,
  )
  assert.equal(all[0]?.Ssid, all[1]?.Ssid)
})

story('a station that roams keeps its address and its TCP connection, without a byte lost', async (home) => {
  const { air, phone, router } = home
  await phone.connect()
  const start = (await phone.presentLink())?.startsWith('wlan0.') ? 'wlan0' : 'wlan1'
  const other = start === 'wlan0' ? 'wlan1' : 'wlan0'
  const ip = await phone.lease()
  await phone.stopDhcp()
  const target = await bssidOf(home, other)
  await until(
    'the other radio in its scan',
    async () => {
      await air.command(phone.namespace, 'scan')
      return (await air.command(phone.namespace, 'scan_results')).includes(target)
    },
    30_000,
  )
  const before = (await phone.presentLink()) ?? ''
  const sent = await roam(home, other, () => air.command(phone.namespace, 'roam', target))
  console.log(`${sent} lines while it roamed from ${before} to ${await phone.presentLink()}`)
  assert.equal(await phone.address(), ip)
  assert.ok(await phone.fetch('http://www.test/'))
  const admitted = JSON.stringify(await router.api('/nfmap/ethernet_filter'))
  assert.ok(admitted.includes((await phone.presentLink()) ?? ''), admitted)
  assert.ok(!admitted.includes(before), admitted)
  await until('the first access point to drop it', async () => {
    const { stdout } = await router.namespace.outcome(['iw', 'dev', before, 'station', 'dump'])
    return !stdout.includes(phone.mac)
  })
})

story('no other passphrase is accepted with its address on the other radio', async (home) => {
  const { air, attacker, phone, router } = home
  await phone.leave()
  await untilGone(home, phone.mac)
  assert.ok(!(await air.connects(attacker.namespace, phone.mac, sae('passphrase of the attacker'))))
  await air.stop(attacker.namespace)
  await phone.join()
  // As the stories of the next file expect it.
  await router.api('/hostapd/wlan1/disable', {})
})
