import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultRadioSettings } from '../../model/wifi/radios/radio.ts'
import { HOME, MAC, openDriver } from './driver.fixture.ts'

const WIDE = { ...HOME, hw_mode: 'a', channel: 100, ieee80211ac: 1, vht_oper_chwidth: 1 } as const

function openRadio() {
  const home = openDriver()
  home.machine.ip.plug('wlan0', MAC)
  return home
}

test('settings that fail three times are replaced by the failsafe configuration, with the same name', async () => {
  const { machine, want, step, setting, states, driver } = openRadio()
  machine.hostapd.refuse('channel not allowed', (config) => config.includes('\nchannel=100\n'))
  await want(WIDE)
  await step(1000)
  assert.equal(machine.hostapd.pids().length, 0)
  await step(5000)
  await step(1000)
  assert.deepEqual([setting('channel'), setting('vht_oper_chwidth'), setting('ssid2')], ['36', undefined, '486f6d65'])
  assert.deepEqual(driver.states().get('wlan0')?.state, 'failsafe')
  assert.match(driver.states().get('wlan0')?.reason ?? '', /channel not allowed/)
  assert.deepEqual(
    states.map((state) => state.split(':')[0]),
    ['failed', 'failsafe'],
  )
})

test('other settings are tried, and the failsafe configuration ends', async () => {
  const { machine, want, step, setting, driver } = openRadio()
  machine.hostapd.refuse('channel not allowed', (config) => config.includes('\nchannel=100\n'))
  await want(WIDE)
  for (const ms of [1000, 5000, 1000]) await step(ms)
  await want({ ...WIDE, channel: 44 })
  assert.equal(setting('channel'), '44')
  assert.deepEqual(driver.states().get('wlan0'), { state: 'running', reason: '' })
})

test('if the failsafe configuration fails as well, both are tried alternately, in either band', async () => {
  const { machine, want, step, setting, driver } = openRadio()
  machine.hostapd.refuse('no such radio')
  await want(WIDE)
  const tried: unknown[] = []
  for (const ms of [1000, 5000, 1000, 30_000, 1000, 30_000, 1000]) {
    await step(ms)
    tried.push(setting('channel'))
  }
  assert.deepEqual(tried, ['100', '100', '36', '100', '1', '100', '36'])
  machine.hostapd.refuse(undefined)
  await step(30_000)
  assert.deepEqual([setting('channel'), driver.states().get('wlan0')?.state], ['100', 'running'])
})

test('an access point that runs without a network counts as failed', async () => {
  const { machine, want, step, states } = openRadio()
  await want(HOME)
  machine.hostapd.setState('DISABLED')
  machine.hostapd.happen('wlan0', 'AP-DISABLED')
  await step(3000)
  assert.deepEqual(states.at(-1), 'failed: hostapd shows no network: its state is DISABLED')
  machine.hostapd.setState('ENABLED')
  await step(1000)
  assert.deepEqual(states.at(-1), 'running')
})

test('a radar check is not treated as a failure, however long it takes', async () => {
  const { machine, want, step, states } = openRadio()
  machine.hostapd.setState('DFS')
  await want(WIDE)
  for (let minute = 0; minute < 10; minute++) await step(60_000)
  assert.deepEqual(states, ['running'])
  machine.hostapd.setState('DISABLED')
  await step(60_000)
  assert.match(states.at(-1) ?? '', /^failed/)
})

test('old failures are not counted', async () => {
  const { machine, want, step, setting } = openRadio()
  await want(HOME)
  for (let time = 0; time < 5; time++) {
    machine.hostapd.kill(machine.hostapd.pids()[0]!)
    await step(30_000)
    await step(60_000)
  }
  assert.equal(setting('channel'), String(HOME.channel))
})

test('the failsafe configuration can be asked for, and ends with a restart', async () => {
  const { want, setting, driver } = openRadio()
  await want(WIDE)
  await driver.failsafe('wlan0')
  assert.deepEqual([setting('channel'), driver.states().get('wlan0')?.state], ['36', 'failsafe'])
  await driver.restart()
  assert.deepEqual([setting('channel'), driver.states().get('wlan0')?.state], ['100', 'running'])
})

test('a command to a radio that does not run rejects, so that callers can handle it', async () => {
  const { driver } = openDriver()
  await assert.rejects(driver.request('wlan0', 'STATUS'), /there is no access point on wlan0/)
})

const SETUP = { Ssid: 'spr-setup', Wpa3: true, Passphrase: 'a passphrase', Until: 0 }

test('without a country, only the setup network is shown, and no country is announced', async () => {
  const { machine, want, setting, driver } = openRadio()
  await want(defaultRadioSettings('SPR_wlan0'), { guest: SETUP, setup: true, hidden: true })
  const config = machine.files.get('/run/hostapd-wlan0.conf') ?? ''
  assert.equal(config.match(/^ignore_broadcast_ssid=1$/gm)?.length, 2)
  assert.deepEqual([setting('country_code'), setting('ieee80211d'), setting('channel')], [undefined, undefined, '1'])
  assert.doesNotMatch(machine.files.get('/run/hostapd-wlan0.guest') ?? '', /ignore_broadcast_ssid/)
  await driver.failsafe('wlan0')
  assert.equal(setting('country_code'), undefined)
})

test('a radio that cannot run the setup network as well runs its own', async () => {
  const { machine, want, driver } = openRadio()
  machine.hostapd.limitNetworks(2)
  await want(HOME, { guest: SETUP, setup: true })
  assert.deepEqual(
    [driver.states().get('wlan0')?.state, driver.networks().get('wlan0')],
    ['running', ['wlan0', 'wlan0.w2']],
  )
  await want(HOME)
  assert.equal(driver.states().get('wlan0')?.state, 'running')
  await want(HOME, { guest: SETUP })
  assert.equal(driver.states().get('wlan0')?.state, 'failed')
})
