import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Member } from '../../compiler/network.ts'
import { defaultSettings, type GuestNetwork, type RadioSettings } from '../../features/radios/radio.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import type { RadioEvent } from '../../presence/stations.ts'
import { plan } from '../driver.ts'
import { radioDriver } from './driver.ts'
import type { RadioItem } from './item.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const settings: RadioSettings = { ...defaultSettings('Home'), country_code: 'DE' }

interface Wish {
  readonly settings?: RadioSettings | undefined
  readonly guest?: GuestNetwork
  /** By identity; `pending` waits for any station. */
  readonly passphrases?: Readonly<Record<string, string>>
}

function open(machine = fakeMachine()) {
  if (!machine.ip.links.has('wlan0')) machine.ip.plug('wlan0', '02:00:00:00:aa:00')
  const driver = radioDriver(machine, '/run', '/run/control')
  const events: RadioEvent[] = []
  driver.listen((event) => {
    if (event.kind !== 'state') events.push(event)
  })
  const items = (wish: Wish): Map<string, RadioItem> => {
    const accessPoints = wish.settings
      ? [{ link: 'wlan0', mac: '', settings: wish.settings, allowDfs: false, guest: wish.guest }]
      : []
    const found = new Map(driver.frame({ accessPoints } as unknown as Frame))
    for (const [identity, psk] of Object.entries(wish.passphrases ?? {})) {
      const passphrase = { mac: identity === 'pending' ? undefined : identity, psk }
      for (const [key, item] of driver.member({ identity, passphrase } as unknown as Member, undefined as never))
        found.set(key, item)
    }
    return found
  }
  const converge = async (wish: Wish) => {
    machine.hostapd.sent.length = 0
    await driver.apply(plan(await driver.read(undefined as never), items(wish)))
    // Nobody waits for a start.
    await new Promise(setImmediate)
  }
  return { machine, driver, events, converge }
}

test('it starts with the passphrases of all devices, those that wait for a device last in line', async () => {
  const { machine, converge, events } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', pending: 'whoever comes' } })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'of the phone')
  assert.equal(machine.hostapd.saePassphrase('wlan0', TV), 'whoever comes')
  assert.equal(
    machine.files.get('/run/hostapd-wlan0.psk'),
    `keyid=pending 00:00:00:00:00:00 whoever comes\nkeyid=${PHONE} ${PHONE} of the phone\n`,
  )
  assert.deepEqual(events, [{ kind: 'running', radio: 'wlan0', networks: ['wlan0', 'wlan0.w2'] }])
})

test('a new device is one command, and nobody is disconnected', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone' } })
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', [TV]: 'of the tv' } })
  assert.deepEqual(machine.hostapd.sent, [`wlan0: SET sae_password of the tv|mac=${TV}`, 'wlan0.w2: RELOAD_WPA_PSK'])
})

test('a changed passphrase counts at once, and only its device is disconnected, without a cached key', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', [TV]: 'of the tv' } })
  await converge({ settings, passphrases: { [PHONE]: 'another one', [TV]: 'of the tv' } })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'another one')
  assert.deepEqual(machine.hostapd.sent.slice(1), [
    'wlan0.w2: RELOAD_WPA_PSK',
    'wlan0: PMKSA_FLUSH',
    'wlan0.w2: PMKSA_FLUSH',
    `wlan0: DEAUTHENTICATE ${PHONE}`,
    `wlan0.w2: DEAUTHENTICATE ${PHONE}`,
  ])
})

test('a passphrase that is taken away opens nothing any more', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', [TV]: 'of the tv' } })
  await converge({ settings, passphrases: { [TV]: 'of the tv' } })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), undefined)
  assert.equal(machine.hostapd.saePassphrase('wlan0', TV), 'of the tv')
  assert.ok(machine.hostapd.sent.includes(`wlan0: DEAUTHENTICATE ${PHONE}`))
  assert.ok(!machine.hostapd.sent.includes(`wlan0: DEAUTHENTICATE ${TV}`))
})

test('a device that takes a waiting passphrase stays connected', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { pending: 'whoever comes' } })
  await converge({ settings, passphrases: { [PHONE]: 'whoever comes' } })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'whoever comes')
  assert.equal(machine.hostapd.saePassphrase('wlan0', TV), undefined)
  assert.ok(!machine.hostapd.sent.some((command) => command.includes('DEAUTHENTICATE')))
})

test('all passphrases are sent again on request, and nobody is disconnected', async () => {
  const { machine, driver, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', [TV]: 'of the tv' } })
  await machine.openControl('/run/control/wlan0', () => undefined).then((other) => other.request('SET sae_password '))
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), undefined)
  machine.hostapd.sent.length = 0
  await driver.reloadPassphrases()
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'of the phone')
  assert.ok(machine.hostapd.sent.includes('wlan0.w2: RELOAD_WPA_PSK'))
  assert.ok(!machine.hostapd.sent.some((command) => command.includes('DEAUTHENTICATE')))
})

test('a daemon that runs with these settings is taken over, and given all passphrases', async () => {
  const { machine, driver, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone' } })
  const before = machine.hostapd.pids()
  driver[Symbol.dispose]()
  const again = open(machine)
  await again.converge({ settings, passphrases: { [TV]: 'of the tv' } })
  assert.deepEqual(machine.hostapd.pids(), before)
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), undefined)
  assert.equal(machine.hostapd.saePassphrase('wlan0', TV), 'of the tv')
})

test('other settings need another start; without a radio nothing runs', async () => {
  const { machine, converge } = open()
  await converge({ settings })
  const [first] = machine.hostapd.pids()
  await converge({ settings: { ...settings, ssid: 'Elsewhere' } })
  assert.equal(machine.hostapd.pids().length, 1)
  assert.notEqual(machine.hostapd.pids()[0], first)
  await converge({})
  assert.deepEqual(machine.hostapd.pids(), [])
})

test('another channel is announced to the stations; in another band there is another start', async () => {
  const { machine, converge } = open()
  await converge({ settings })
  const before = machine.hostapd.pids()
  await converge({ settings: { ...settings, channel: 6, ht_capab: '[HT40+]' } })
  assert.deepEqual(machine.hostapd.sent, [
    'wlan0: CHAN_SWITCH 5 2437 sec_channel_offset=1 center_freq1=2447 bandwidth=40 ht',
  ])
  assert.deepEqual(machine.hostapd.pids(), before)
  await converge({ settings: { ...settings, hw_mode: 'a', channel: 36 } })
  assert.notDeepEqual(machine.hostapd.pids(), before)
})

test('one that ends is started again after a pause, and who was connected has left', async () => {
  const { machine, converge, events } = open()
  await converge({ settings })
  machine.hostapd.kill(machine.hostapd.pids()[0]!)
  assert.deepEqual(events.at(-1), { kind: 'failed', radio: 'wlan0', reason: 'hostapd has ended' })
  await machine.clock.step(1000)
  await new Promise(setImmediate)
  assert.equal(machine.hostapd.pids().length, 1)
  assert.equal(events.at(-1)?.kind, 'running')
})

test('one that does not start is tried again, and its words are kept', async () => {
  const { machine, driver, converge } = open()
  machine.hostapd.refuse('nl80211 driver initialization failed')
  await converge({ settings })
  assert.match(JSON.stringify([...driver.states()]), /nl80211 driver initialization failed/)
  machine.hostapd.refuse(undefined)
  await machine.clock.step(1000)
  await new Promise(setImmediate)
  assert.deepEqual([...driver.states()], [['wlan0', { state: 'running', reason: '' }]])
})

test('the guests’ network comes and goes while the others run', async () => {
  const { machine, converge } = open()
  const guest = { Ssid: 'Guests', Wpa3: true, Passphrase: 'come on in', Until: 0 }
  await converge({ settings })
  const before = machine.hostapd.pids()
  await converge({ settings, guest })
  assert.deepEqual(machine.hostapd.sent, ['wlan0: STATUS', 'ADD bss_config=phy0:/run/hostapd-wlan0.guest'])
  await converge({ settings })
  assert.deepEqual(machine.hostapd.sent, ['REMOVE wlan0.ap0'])
  assert.deepEqual(machine.hostapd.pids(), before)
})

test('a command to an access point that does not run is a rejected promise', async () => {
  const { driver } = open()
  const asked = driver.request('wlan0', 'STATUS')
  await assert.rejects(asked, /there is no access point on wlan0/)
})
