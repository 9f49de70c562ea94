import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { HOME, MAC, openDriver } from './driver.fixture.ts'

const AUTOMATIC = { ...HOME, channel: 0 }
const FREQUENCIES = [2412, 2437, 2462]
const SCAN = `dev wlan0 scan trigger freq ${FREQUENCIES.join(' ')} ap-force`

/** A radio with three channels, and networks on some of them. */
function openRadio(...networks: number[]) {
  const machine = fakeMachine()
  machine.ip.plug('wlan0', MAC)
  const channels = FREQUENCIES.map(
    (mhz) =>
      `\t* ${mhz} MHz [${(mhz - 2407) / 5}] \n\t  Maximum TX power: 20.0 dBm\n\t  Channel widths: 20MHz HT40+ HT40-\n`,
  )
  machine.iw.set('reg set DE', '')
  machine.iw.set('reg get', 'country DE: DFS-ETSI\n')
  machine.iw.set('dev', 'phy#0\n\tInterface wlan0\n\t\ttype managed\n')
  machine.iw.set('phy#0 channels', `Band 1:\n${channels.join('')}`)
  machine.iw.set('dev wlan0 survey dump', '')
  const receive = (...found: number[]) => {
    machine.iw.set(SCAN, '')
    machine.iw.set(
      'dev wlan0 scan dump',
      found
        .map((mhz, at) => `BSS 02:00:00:00:cc:0${at}(on wlan0)\n\tfreq: ${mhz}\n\tsignal: -60.00 dBm\n\tSSID: x\n`)
        .join(''),
    )
  }
  receive(...networks)
  return { ...openDriver(machine), receive }
}

test('an automatic channel is chosen before the start, and the choice is explained', async () => {
  const { want, setting, driver } = openRadio(2412, 2412, 2437)
  await want(AUTOMATIC)
  assert.equal(setting('channel'), '11')
  const { Reason, Considered } = driver.choiceOf('wlan0')!
  assert.equal(Reason, 'Channel 11 is the least used of 3: no other network on it')
  assert.deepEqual(
    Considered.map(({ Channel, Networks }) => [Channel, Networks]),
    [
      [11, 0],
      [6, 1],
      [1, 2],
    ],
  )
})

test('the choice is kept, also after a restart of the router, until it is asked for again', async () => {
  const { machine, want, setting, receive, driver } = openRadio(2412, 2437)
  await want(AUTOMATIC)
  const before = machine.hostapd.pids()
  receive(2462)
  await want({ ...AUTOMATIC, ssid: 'Other' })
  assert.equal(setting('channel'), '11')
  driver[Symbol.dispose]()
  const again = openDriver(machine)
  await again.want({ ...AUTOMATIC, ssid: 'Other' })
  assert.equal(setting('channel'), '11')
  machine.hostapd.sent.length = 0
  assert.equal((await again.driver.choose('wlan0')).Channel, 1)
  assert.deepEqual(machine.hostapd.sent, ['wlan0: CHAN_SWITCH 5 2412 bandwidth=20 ht'])
  assert.notDeepEqual(machine.hostapd.pids(), before)
})

test('a damaged choice, or one of a later version, counts as none', async () => {
  const { machine, want, driver } = openRadio(2412, 2437)
  await want(AUTOMATIC)
  const path = [...machine.files.keys()].find((name) => name.endsWith('.choice'))!
  const { Version, ...choice } = JSON.parse(machine.files.get(path)!)
  machine.files.set(path, JSON.stringify(choice))
  assert.equal(driver.choiceOf('wlan0')?.Channel, 11, 'without a version, it has version 1')
  for (const text of ['{', JSON.stringify({ ...choice, Version: Version + 1 })]) {
    machine.files.set(path, text)
    assert.equal(driver.choiceOf('wlan0'), undefined)
  }
  assert.equal((await driver.choose('wlan0')).Channel, 11)
})

test('a fixed channel that becomes automatic is announced, without a new start', async () => {
  const { machine, want, setting } = openRadio(2412)
  await want(HOME)
  const before = machine.hostapd.pids()
  await want(AUTOMATIC)
  assert.deepEqual([setting('channel'), machine.hostapd.pids()], ['6', before])
})

test('a new channel is chosen after radar was detected', async () => {
  const { machine, want, setting, receive, step } = openRadio(2412)
  await want(AUTOMATIC)
  assert.equal(setting('channel'), '6')
  receive(2437)
  machine.hostapd.happen('wlan0', 'DFS-RADAR-DETECTED freq=2437 ht_enabled=1 chan_offset=0 chan_width=0 cf1=2437 cf2=0')
  assert.equal(setting('channel'), '6')
  await step(15_000)
  assert.equal(setting('channel'), '1')
})

test('an access point keeps running while a scan fails, and the scan is repeated', async () => {
  const { machine, want, setting, receive, driver, step } = openRadio()
  machine.iw.delete(SCAN)
  await want(HOME)
  await want(AUTOMATIC)
  assert.deepEqual([setting('channel'), driver.states().get('wlan0')?.state], ['1', 'running'])
  receive(2412)
  await step(30_000)
  assert.equal(setting('channel'), '6')
})

test('the choice waits for the rules of the country', async () => {
  const { machine, want, setting, step } = openRadio(2412)
  machine.iw.set('reg get', 'country 00: DFS-UNSET\n')
  await want(AUTOMATIC)
  assert.equal(setting('channel'), undefined)
  machine.iw.set('reg get', 'country DE: DFS-ETSI\n')
  await step(200)
  assert.equal(setting('channel'), '6')
})

test('a radio that cannot look for networks fails with the reason', async () => {
  const { machine, want, driver } = openRadio()
  machine.iw.delete(SCAN)
  await want(AUTOMATIC)
  assert.match(driver.states().get('wlan0')?.reason ?? '', /^iw dev wlan0 scan/)
})
