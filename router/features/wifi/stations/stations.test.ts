import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '../../../compiler/network.ts'
import { plan } from '../../../drivers/driver.ts'
import { HOME } from '../../../drivers/radio/driver.fixture.ts'
import { radioDriver } from '../../../drivers/radio/driver.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import type { Caller } from '../../../model/operation.ts'
import { STATION_HISTORY_MINUTES, type WifiSample, type WifiStation } from '../../../model/wifi/stations/station.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { stationHandlers } from './handlers.ts'
import { openStationHistory } from './history.ts'
import { openStationReadings } from './readings.ts'

const [PHONE, TV, VISITOR] = ['02:00:00:00:00:01', '02:00:00:00:00:02', '02:00:00:00:00:03']
const MINUTE = 60_000
const caller: Caller = { name: 'console', kind: 'console', address: '' }

/** Two radios that run. */
async function open() {
  const machine = fakeMachine()
  const driver = radioDriver(machine, '/run', '/run/control')
  const links = ['wlan0', 'wlan1']
  for (const [index, link] of links.entries()) machine.ip.plug(link, `02:00:00:00:a${index}:00`)
  const accessPoints = links.map((link) => ({ link, mac: '', settings: HOME, allowDfs: false, guest: undefined }))
  await driver.apply(plan(await driver.read(undefined as never), driver.frame({ accessPoints } as unknown as Frame)))
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  const { facts, change } = openMemoryFacts({})
  await change((draft) => draft.devices.put(PHONE, { ...emptyDevice(), MAC: PHONE, Name: 'phone' }))
  const { clock, hostapd } = machine
  const readings = openStationReadings(driver, clock)
  const failures: unknown[] = []
  const history = openStationHistory({ clock, onFailure: (_, error) => failures.push(error) }, readings)
  const handlers = stationHandlers({ facts, clock }, readings, history)
  const request = { query: {}, params: {}, caller, body: undefined }
  const list = async () => (await handlers.list(request)) as Record<string, WifiStation>
  const historyOf = (mac: string, minutes = STATION_HISTORY_MINUTES) =>
    handlers.history({ ...request, params: { mac }, query: { minutes } }) as WifiSample[]
  hostapd.sent.length = 0
  return { machine, clock, hostapd, list, historyOf, failures }
}

test('stations of all radios and networks are listed by address, with the names of their devices', async () => {
  const { hostapd, list } = await open()
  hostapd.join('wlan0', PHONE, 4096, '', { AKMSuiteSelector: '00-0f-ac-8' })
  hostapd.join('wlan0.w2', TV, 4096, '', { AKMSuiteSelector: '00-0f-ac-2' })
  hostapd.join('wlan1', VISITOR, 4096, '', { flags: '[AUTH][ASSOC]' })
  const found = await list()
  assert.deepEqual(
    Object.values(found).map(({ MAC, Name, Radio, Link, Security, SSID }) => [MAC, Name, Radio, Link, Security, SSID]),
    [
      [PHONE, 'phone', 'wlan0', 'wlan0.4096', 'WPA3', 'Home'],
      [TV, '', 'wlan0', 'wlan0.w2.4096', 'WPA2', 'Home'],
    ],
  )
})

test('a station that has roamed is listed where it connected last', async () => {
  const { hostapd, list } = await open()
  hostapd.join('wlan0', PHONE, 4096, '', { connected_time: '300' })
  hostapd.join('wlan1', PHONE, 4096, '', { connected_time: '2' })
  assert.equal((await list())[PHONE]?.Radio, 'wlan1')
})

test('callers within a second share one reading', async () => {
  const { hostapd, clock, list } = await open()
  hostapd.join('wlan0', PHONE, 4096)
  await Promise.all([list(), list()])
  const commands = hostapd.sent.length
  await clock.step(999)
  await list()
  assert.equal(hostapd.sent.length, commands)
  await clock.step(1)
  await list()
  assert.equal(hostapd.sent.length, 2 * commands)
})

test('an access point that does not respond has no stations, and the others have theirs', async () => {
  const { hostapd, clock, list } = await open()
  hostapd.join('wlan0', PHONE, 4096)
  hostapd.join('wlan1', TV, 4096)
  const [first = 0] = hostapd.pids()
  hostapd.kill(first)
  assert.deepEqual(Object.keys(await list()), [TV])
  await clock.step(1000)
})

test('signal and rates are sampled once a minute, with the radio, the newest first', async () => {
  const { hostapd, clock, historyOf } = await open()
  hostapd.join('wlan0', PHONE, 4096, '', { signal: '-60', rx_rate_info: '60', tx_rate_info: '1200 mcs 5' })
  await clock.step(MINUTE)
  hostapd.leave('wlan0', PHONE)
  await clock.step(MINUTE)
  hostapd.join('wlan1', PHONE, 4096, '', { signal: '-40' })
  await clock.step(MINUTE)
  const found = historyOf(PHONE)
  assert.deepEqual(
    found.map(({ Radio, Signal, RxRate, TxRate }) => [Radio, Signal, RxRate, TxRate]),
    [
      ['wlan1', -40, 0, 0],
      ['wlan0', -60, 6, 120],
    ],
  )
  assert.equal(found[0]!.Time - found[1]!.Time, 120)
  assert.equal(historyOf(PHONE, 1).length, 1)
  assert.deepEqual(historyOf(TV), [])
})

test('samples are kept for half a day', async () => {
  const { hostapd, clock, historyOf, failures } = await open()
  hostapd.join('wlan0', PHONE, 4096)
  for (let minute = 0; minute < STATION_HISTORY_MINUTES + 10; minute++) await clock.step(MINUTE)
  assert.equal(historyOf(PHONE).length, STATION_HISTORY_MINUTES)
  hostapd.leave('wlan0', PHONE)
  for (let minute = 0; minute < STATION_HISTORY_MINUTES; minute++) await clock.step(MINUTE)
  assert.deepEqual(historyOf(PHONE), [])
  assert.deepEqual(failures, [])
})
