import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Member } from '../../compiler/network.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { isPending } from '../../model/home/devices/device.ts'
import type { RadioEvent } from '../../model/wifi/radios/accesspoint.ts'
import { defaultRadioSettings, type GuestNetwork, type RadioSettings } from '../../model/wifi/radios/radio.ts'
import { plan } from '../driver.ts'
import { radioDriver } from './driver.ts'
import type { RadioItem } from './item.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const settings: RadioSettings = { ...defaultRadioSettings('Home'), country_code: 'DE' }
const keyOf = (psk: string, ssid = settings.ssid) => `key of ${psk} in ${ssid}`
async function settle() {
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate)
}

interface Wish {
  readonly settings?: RadioSettings | undefined
  readonly guest?: GuestNetwork
  /** By identity; `pending` waits for any station. */
  readonly passphrases?: Readonly<Record<string, string>>
  /** The identity whose passphrase is set to WPA2. */
  readonly wpa2Only?: string
}

function open(machine = fakeMachine()) {
  if (!machine.ip.links.has('wlan0')) machine.ip.plug('wlan0', '02:00:00:00:aa:00')
  const driver = radioDriver(machine, '/run', '/run/control', async (psk, ssid) => keyOf(psk, ssid))
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
      const passphrase = { mac: isPending(identity) ? undefined : identity, psk, wpa2Only: wish.wpa2Only === identity }
      for (const [key, item] of driver.member({ identity, passphrase } as unknown as Member, undefined as never))
        found.set(key, item)
    }
    return found
  }
  const converge = async (wish: Wish) => {
    machine.hostapd.sent.length = 0
    await driver.apply(plan(await driver.read(undefined as never), items(wish)))
    // Applying does not wait for a start.
    await settle()
  }
  /** A station fails over WPA3. Returns whether it is offered a passphrase that it has not tried. */
  const fail = async (mac: string): Promise<boolean> => {
    machine.hostapd.authenticate('wlan0', mac, 1)
    machine.hostapd.authenticate('wlan0', mac, 2)
    const hasMore = await driver.offerNext(mac, (events.at(-1) as { identity?: string }).identity)
    await settle()
    return hasMore
  }
  return { machine, driver, events, converge, fail }
}

test('it starts with the passphrases of all devices, those that wait for a device last in line', async () => {
  const { machine, converge, events } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', pending: 'whoever comes' } })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'of the phone')
  assert.equal(machine.hostapd.saePassphrase('wlan0', TV), 'whoever comes')
  assert.equal(
    machine.files.get('/run/hostapd-wlan0.psk'),
    `keyid=${PHONE} ${PHONE} ${keyOf('of the phone')}\nkeyid=pending 00:00:00:00:00:00 ${keyOf('whoever comes')}\n`,
  )
  assert.deepEqual(events, [{ kind: 'running', radio: 'wlan0', networks: ['wlan0', 'wlan0.w2'] }])
})

test('every network isolates stations, protects management frames, and repeats no handshake message', async () => {
  const { machine, converge } = open()
  await converge({ settings, guest: { Ssid: 'Guests', Wpa3: true, Passphrase: 'come on in', Until: 0 } })
  const [radio = '', wpa2 = ''] = (machine.files.get('/run/hostapd-wlan0.conf') ?? '').split('bss=wlan0.w2')
  const guests = machine.files.get('/run/hostapd-wlan0.guest') ?? ''
  for (const network of [radio, wpa2, guests])
    for (const line of ['wpa_disable_eapol_key_retries=1', 'per_sta_vif=1', 'ap_isolate=1', 'multicast_to_unicast=1'])
      assert.ok(network.includes(`\n${line}\n`), line)
  assert.match(radio, /^ieee80211w=2$/m)
  assert.match(wpa2, /^ieee80211w=1$/m)
  assert.match(guests, /^ieee80211w=1$/m)
  // Fast transition and opportunistic key caching would let a station in without its passphrase.
  for (const network of [radio, wpa2, guests]) assert.doesNotMatch(network, /FT-|okc=1/)
})

test('each attempt over WPA3 is compared with the present passphrase', async () => {
  const { machine, converge } = open()
  await converge({ settings, guest: { Ssid: 'Guests', Wpa3: true, Passphrase: 'come on in', Until: 0 } })
  const [radio = ''] = (machine.files.get('/run/hostapd-wlan0.conf') ?? '').split('bss=wlan0.w2')
  for (const network of [radio, machine.files.get('/run/hostapd-wlan0.guest') ?? ''])
    assert.match(network, /^sae_confirm_immediate=1$/m)
})

test('a new device is one command, and no station is disconnected', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone' } })
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', [TV]: 'of the tv' } })
  assert.deepEqual(machine.hostapd.sent, [
    'wlan0: SET wpa_key_mgmt WPA-PSK',
    `wlan0: SET sae_password of the tv|mac=${TV}`,
    'wlan0: SET wpa_key_mgmt SAE',
    'wlan0.w2: RELOAD_WPA_PSK',
  ])
})

test('a changed passphrase is in effect immediately, and only its device is disconnected, without a cached key', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', [TV]: 'of the tv' } })
  await converge({ settings, passphrases: { [PHONE]: 'another one', [TV]: 'of the tv' } })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'another one')
  assert.deepEqual(machine.hostapd.sent, [
    'wlan0: SET wpa_key_mgmt WPA-PSK',
    `wlan0: SET sae_password another one|mac=${PHONE}`,
    'wlan0: SET wpa_key_mgmt SAE',
    'wlan0.w2: RELOAD_WPA_PSK',
    'wlan0: PMKSA_FLUSH',
    'wlan0.w2: PMKSA_FLUSH',
    `wlan0: DEAUTHENTICATE ${PHONE}`,
    `wlan0.w2: DEAUTHENTICATE ${PHONE}`,
  ])
})

test('keys for hash-to-element are derived once, a second after the last of several changes', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone' } })
  const derivations = () => machine.hostapd.sent.filter((command) => command === 'wlan0: SET sae_pwe 2').length
  for (const psk of ['another one', 'a third one']) {
    await converge({ settings, passphrases: { [PHONE]: psk } })
    await machine.clock.step(900)
    await settle()
    assert.equal(derivations(), 0)
  }
  await machine.clock.step(100)
  await settle()
  assert.equal(derivations(), 1)
  await machine.clock.step(10_000)
  await settle()
  assert.equal(derivations(), 1)
})

test('a removed passphrase is no longer accepted, and its device is disconnected', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone', [TV]: 'of the tv' } })
  await converge({ settings, passphrases: { [TV]: 'of the tv' } })
  assert.match(machine.hostapd.saePassphrase('wlan0', PHONE) ?? '', /^[0-9a-f-]{36}$/)
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

test('all passphrases are sent again on request, and no station is disconnected', async () => {
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

test('the number of commands of a change is the same with ten devices and with hundreds', async () => {
  const sent = async (devices: number) => {
    const { machine, converge } = open()
    const all = Object.fromEntries(
      Array.from({ length: devices }, (_, at) => [
        `02:00:00:00:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')}`,
        'of its own',
      ]),
    )
    await converge({ settings, passphrases: all })
    const [first = ''] = Object.keys(all)
    await converge({ settings, passphrases: { ...all, [first]: 'another one' } })
    const changed = machine.hostapd.sent.length
    const { [first]: _, ...others } = all
    await converge({ settings, passphrases: others })
    return [changed, machine.hostapd.sent.length]
  }
  assert.deepEqual(await sent(10), await sent(300))
})

test('entries that are overridden do not fill the list of hostapd', async () => {
  const { machine, converge } = open()
  for (let at = 0; at < 200; at++) await converge({ settings, passphrases: { [PHONE]: `passphrase ${at}` } })
  await machine.clock.step(1000)
  await settle()
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'passphrase 199')
  assert.ok(machine.hostapd.saeEntries('wlan0') < 70)
})

test('a passphrase that is set to WPA2 is not accepted over WPA3', async () => {
  const { machine, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone' }, wpa2Only: PHONE })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), undefined)
  await converge({ settings, passphrases: { [PHONE]: 'of the phone' } })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'of the phone')
  await converge({ settings, passphrases: { [PHONE]: 'of the phone' }, wpa2Only: PHONE })
  assert.notEqual(machine.hostapd.saePassphrase('wlan0', PHONE), 'of the phone')
})

const THREE = { pending: 'the first', 'pending:b': 'the second', 'pending:c': 'the third' }

test('an unknown station is offered each waiting passphrase in turn, and joins as the device whose one it proved', async () => {
  const { machine, converge, events, fail } = open()
  await converge({ settings, passphrases: { [TV]: 'of the tv', ...THREE } })
  const offers = []
  for (let attempt = 0; attempt < 4; attempt++) {
    offers.push(machine.hostapd.saePassphrase('wlan0', PHONE), await fail(PHONE))
  }
  assert.deepEqual(offers, ['the first', true, 'the second', true, 'the third', false, 'the first', false])
  machine.hostapd.authenticate('wlan0', PHONE, 1)
  machine.hostapd.join('wlan0', PHONE, 4096)
  assert.partialDeepStrictEqual(events.at(-1), { event: { kind: 'joined', mac: PHONE }, identity: 'pending:b' })
  machine.hostapd.authenticate('wlan0', TV, 1)
  machine.hostapd.join('wlan0', TV, 4097)
  assert.partialDeepStrictEqual(events.at(-1), { identity: TV })
})

test('an attempt that began before the last offer does not skip it', async () => {
  const { machine, driver, converge, fail } = open()
  await converge({ settings, passphrases: THREE })
  await fail(PHONE)
  for (const tried of ['pending', undefined]) assert.equal(await driver.offerNext(PHONE, tried), true)
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'the second')
})

test('a station that began its attempt while passphrases were changed is attributed to none', async () => {
  const { machine, converge, events, fail } = open()
  await converge({ settings, passphrases: THREE })
  machine.hostapd.sent.length = 0
  const failed = fail(PHONE)
  while (!machine.hostapd.sent.some((command) => command.includes('the second'))) await undefined
  machine.hostapd.authenticate('wlan0', PHONE, 1)
  await failed
  machine.hostapd.join('wlan0', PHONE, 4096)
  assert.equal((events.at(-1) as { identity?: string }).identity, undefined)
})

test('a flood of unknown stations gets few offers, which end when it does', async () => {
  const { machine, driver, converge, fail } = open()
  await converge({ settings, passphrases: { [TV]: 'of the tv', ...THREE } })
  const before = machine.hostapd.saeEntries('wlan0')
  for (let at = 0; at < 200; at++)
    await driver.offerNext(`02:00:00:00:01:${at.toString(16).padStart(2, '0')}`, 'pending')
  await settle()
  assert.equal(machine.hostapd.saeEntries('wlan0') - before, 8)
  await machine.clock.step(60_000)
  await settle()
  assert.equal(machine.hostapd.saeEntries('wlan0'), before)
  assert.equal(await fail(PHONE), true)
  await settle()
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'the second')
})

test('a passphrase that is no longer pending is not offered', async () => {
  const { machine, converge, fail } = open()
  await converge({ settings, passphrases: THREE })
  await fail(PHONE)
  await settle()
  const { 'pending:b': second, ...others } = THREE
  await converge({ settings, passphrases: { ...others, [TV]: second } })
  assert.equal(machine.hostapd.saePassphrase('wlan0', PHONE), 'the first')
  assert.equal(machine.hostapd.saePassphrase('wlan0', TV), 'the second')
})

test('a daemon that runs with these settings is taken over, and given all passphrases', async () => {
  const { machine, driver, converge } = open()
  await converge({ settings, passphrases: { [PHONE]: 'of the phone' } })
  const before = machine.hostapd.pids()
  driver[Symbol.dispose]()
  const again = open(machine)
  await again.converge({ settings, passphrases: { [TV]: 'of the tv' } })
  assert.deepEqual(machine.hostapd.pids(), before)
  assert.notEqual(machine.hostapd.saePassphrase('wlan0', PHONE), 'of the phone')
  assert.equal(machine.hostapd.saePassphrase('wlan0', TV), 'of the tv')
})

test('other settings need a restart of hostapd, and without settings it does not run', async () => {
  const { machine, converge } = open()
  await converge({ settings })
  const [first] = machine.hostapd.pids()
  await converge({ settings: { ...settings, ssid: 'Elsewhere' } })
  assert.equal(machine.hostapd.pids().length, 1)
  assert.notEqual(machine.hostapd.pids()[0], first)
  await converge({})
  assert.deepEqual(machine.hostapd.pids(), [])
})

test('another channel is announced to the stations, and another band needs a restart of hostapd', async () => {
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

test('hostapd that ends unexpectedly is reported, and started again after a pause', async () => {
  const { machine, converge, events } = open()
  await converge({ settings })
  machine.hostapd.kill(machine.hostapd.pids()[0]!)
  assert.deepEqual(events.at(-1), { kind: 'failed', radio: 'wlan0', reason: 'hostapd has ended' })
  await machine.clock.step(1000)
  await settle()
  assert.equal(machine.hostapd.pids().length, 1)
  assert.equal(events.at(-1)?.kind, 'running')
})

test('hostapd that does not start is retried, and its error message is kept', async () => {
  const { machine, driver, converge } = open()
  machine.hostapd.refuse('nl80211 driver initialization failed')
  await converge({ settings })
  assert.match(JSON.stringify([...driver.states()]), /nl80211 driver initialization failed/)
  machine.hostapd.refuse(undefined)
  await machine.clock.step(1000)
  await settle()
  assert.deepEqual([...driver.states()], [['wlan0', { state: 'running', reason: '' }]])
})

test('the guest network is added and removed while the others continue', async () => {
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

test('a guest network without a passphrase accepts those of the devices, with keys for its name', async () => {
  const { machine, converge } = open()
  const guest = { Ssid: 'Guests', Wpa3: false, Passphrase: '', Until: 0 }
  await converge({ settings, guest, passphrases: { [PHONE]: 'of the phone' } })
  assert.match(machine.files.get('/run/hostapd-wlan0.guestpsk') ?? '', /key of of the phone in Guests/)
  await converge({ settings, guest, passphrases: { [PHONE]: 'another one' } })
  assert.ok(machine.hostapd.sent.includes('wlan0.ap0: RELOAD_WPA_PSK'))
})
