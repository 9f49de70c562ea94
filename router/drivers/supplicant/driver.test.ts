import assert from 'node:assert/strict'
import { pbkdf2Sync } from 'node:crypto'
import { test } from 'node:test'
import type { Frame } from '../../compiler/network.ts'
import { CommandFailed, Unavailable } from '../../errors.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { connectionWords } from '../../model/internet/connection/connection.ts'
import type { WifiNetwork } from '../../model/internet/connection/wifi.ts'
import { verbatim } from '../../phrases/phrase.ts'
import type { UplinkState } from '../../presence/tables.ts'
import { plan } from '../driver.ts'
import { supplicantDriver, supplicantFailureReason } from './driver.ts'

const network = (SSID: string, more: Partial<WifiNetwork> = {}): WifiNetwork => ({
  SSID,
  Password: 'a passphrase',
  KeyMgmt: 'WPA-PSK WPA-PSK-SHA256',
  Priority: '',
  BSSID: '',
  Disabled: false,
  ...more,
})
const CAFE = network('cafe')
const hex = (text: string): string => Buffer.from(text).toString('hex')

function open(machine = fakeMachine()) {
  if (!machine.ip.links.has('wlan0')) machine.ip.plug('wlan0', '02:00:00:00:aa:00')
  const learned: (UplinkState | undefined)[] = []
  const indexNow = (link: string) => machine.ip.links.get(link)?.index
  const driver = supplicantDriver(machine, '/run', '/run/control', indexNow, (_link, state) => learned.push(state))
  /** Undefined: wlan0 is no uplink over wifi. */
  const converge = async (...networks: readonly WifiNetwork[] | [undefined]) => {
    machine.supplicant.sent.length = 0
    const wifiUplinks = networks[0] === undefined && networks.length > 0 ? [] : [{ link: 'wlan0', networks }]
    await driver.apply(plan(await driver.read(undefined as never), driver.frame({ wifiUplinks } as unknown as Frame)))
    // A start is not waited for.
    await new Promise(setImmediate)
  }
  const messages = () => learned.map((state) => state && connectionWords(state.notes))
  return { machine, supplicant: machine.supplicant, driver, learned, converge, messages }
}

test('names and secrets are given in hexadecimal, and no file has them', async () => {
  const { machine, supplicant, converge } = open()
  const hostile = network('"}\nnetwork={', { Password: 'x"\nctrl_interface=/tmp' })
  const modern = network('café', { KeyMgmt: 'SAE', Priority: '7', BSSID: '02:00:00:00:00:09' })
  await converge(hostile, modern, network('open', { KeyMgmt: 'NONE', Password: '' }))
  assert.deepEqual(supplicant.networks('wlan0'), [
    {
      id: 0,
      ssid: hex(hostile.SSID),
      scan_ssid: '1',
      key_mgmt: 'WPA-PSK WPA-PSK-SHA256',
      proto: 'RSN',
      pairwise: 'CCMP GCMP CCMP-256 GCMP-256',
      ieee80211w: '1',
      psk: pbkdf2Sync(hostile.Password, hostile.SSID, 4096, 32, 'sha1').toString('hex'),
      priority: '0',
    },
    {
      id: 1,
      ssid: hex('café'),
      scan_ssid: '1',
      bssid: '02:00:00:00:00:09',
      key_mgmt: 'SAE',
      proto: 'RSN',
      pairwise: 'CCMP GCMP CCMP-256 GCMP-256',
      ieee80211w: '2',
      sae_password: hex('a passphrase'),
      priority: '7',
    },
    { id: 2, ssid: hex('open'), scan_ssid: '1', key_mgmt: 'NONE', priority: '0' },
  ])
  const files = [...machine.files].filter(([path]) => path.startsWith('/run/')).map(([, text]) => text)
  assert.doesNotMatch(files.join(), /a passphrase|ctrl_interface=\/tmp/)
})

test('the country is set before the first network, and again when it changes', async () => {
  const { machine, driver, supplicant } = open()
  const commands = () => supplicant.sent.filter((command) => /^(SET country|ADD_NETWORK)/.test(command))
  const converge = async (country: string | undefined) => {
    supplicant.sent.length = 0
    const frame = { wifiUplinks: [{ link: 'wlan0', country, networks: [CAFE] }] } as unknown as Frame
    await driver.apply(plan(await driver.read(undefined as never), driver.frame(frame)))
    await new Promise(setImmediate)
    return commands()
  }
  assert.deepEqual(await converge(undefined), ['ADD_NETWORK'])
  assert.deepEqual(await converge('DE'), ['SET country DE'])
  assert.deepEqual(await converge('US'), ['SET country US'])
  supplicant.sent.length = 0
  supplicant.kill(supplicant.pids()[0]!)
  await machine.clock.step(1000)
  await new Promise(setImmediate)
  assert.deepEqual(commands(), ['SET country US', 'ADD_NETWORK'])
})

test('with WPA2 and WPA3 together, the secrets for both are set', async () => {
  const { supplicant, converge } = open()
  await converge(network('cafe', { KeyMgmt: 'WPA-PSK SAE' }))
  const [given] = supplicant.networks('wlan0') as unknown as Record<string, string>[]
  assert.deepEqual([given?.ieee80211w, given?.psk?.length, given?.sae_password], ['1', 64, hex('a passphrase')])
})

test('the state of the connection is reported, with its reason in words', async () => {
  const { driver, supplicant, converge, learned, messages } = open()
  await converge(CAFE, network('home', { KeyMgmt: 'SAE' }))
  assert.deepEqual(messages(), ['searching for networks'])
  supplicant.say('wlan0', 'CTRL-EVENT-NETWORK-NOT-FOUND ')
  supplicant.say('wlan0', "SME: Trying to authenticate with 02:00:00:00:01:00 (SSID='cafe' freq=2412 MHz)")
  supplicant.say('wlan0', 'CTRL-EVENT-SSID-TEMP-DISABLED id=0 ssid="cafe" auth_failures=1 duration=10 reason=WRONG_KEY')
  supplicant.say('wlan0', 'CTRL-EVENT-NETWORK-NOT-FOUND ')
  assert.deepEqual(messages().slice(1), [
    'cafe is not in range; home is not in range',
    'home is not in range',
    'wrong passphrase for cafe; home is not in range',
  ])
  supplicant.say('wlan0', "SME: Trying to authenticate with 02:00:00:00:02:00 (SSID='home' freq=2437 MHz)")
  supplicant.say('wlan0', 'CTRL-EVENT-AUTH-REJECT 02:00:00:00:02:00 auth_type=3 auth_transaction=2 status_code=1')
  assert.equal(messages().at(-1), 'wrong passphrase for cafe; wrong passphrase for home')
  assert.equal((await driver.state('wlan0'))?.state, 'wrong passphrase')
  supplicant.connect('wlan0', 1)
  assert.deepEqual(learned.at(-1), {
    link: 'wlan0',
    connected: true,
    network: 'home',
    notes: [{ Code: 'connected', Text: 'home' }],
  })
  assert.deepEqual(await driver.state('wlan0'), {
    state: 'connected',
    network: 'home',
    message: 'connected to home',
    connection: { BSSID: '02:00:00:00:01:00', frequency: 2412, signal: -50 },
  })
  supplicant.disconnect('wlan0')
  assert.deepEqual([learned.at(-1)?.connected, learned.at(-1)?.network], [false, 'home'])
})

test('a connection continues while other networks change', async () => {
  const { supplicant, converge, learned } = open()
  await converge(CAFE, network('home'))
  supplicant.connect('wlan0', 0)
  learned.length = 0
  await converge({ ...CAFE, Priority: '3' }, network('office', { Priority: '3' }))
  assert.ok(learned.every((state) => state?.connected))
  assert.deepEqual(
    supplicant.sent.filter((command) => !/^(SET_NETWORK 1 |LIST|STATUS)/.test(command)),
    ['SET_NETWORK 0 priority 3', 'REMOVE_NETWORK 1', 'ADD_NETWORK', 'ENABLE_NETWORK 1 no-connect'],
  )
  assert.ok(!supplicant.sent.includes('SCAN'))
})

test('no network is joined before all of them are configured', async () => {
  const { supplicant, converge } = open()
  await converge(CAFE, network('home', { Priority: '2' }))
  assert.deepEqual(
    supplicant.sent.filter((command) => /^(ENABLE|REASSOCIATE)/.test(command)),
    ['ENABLE_NETWORK 0 no-connect', 'ENABLE_NETWORK 1 no-connect', 'REASSOCIATE'],
  )
})

test('a network that is preferred from now on is looked for immediately', async () => {
  const { supplicant, converge } = open()
  await converge(CAFE, network('home'))
  supplicant.connect('wlan0', 0)
  await converge(CAFE, network('home'), network('better', { Priority: '9' }))
  assert.equal(supplicant.sent.at(-1), 'SCAN')
  await converge(CAFE, network('home'))
  assert.ok(!supplicant.sent.includes('SCAN'))
  await converge(CAFE, network('home', { Priority: '1' }))
  assert.equal(supplicant.sent.at(-1), 'SCAN')
})

test('a preferred network is scanned for while another one is connected, unless it refused the router', async () => {
  const { machine, supplicant, converge } = open()
  const scans = async () => {
    supplicant.sent.length = 0
    await machine.clock.step(300_000)
    return supplicant.sent.filter((command) => command === 'SCAN').length
  }
  await converge({ ...CAFE, Priority: '1' }, network('home', { Priority: '2' }), network('office'))
  assert.equal(await scans(), 0)
  supplicant.connect('wlan0', 0)
  assert.equal(await scans(), 1)
  supplicant.say('wlan0', 'CTRL-EVENT-SSID-TEMP-DISABLED id=1 ssid="home" auth_failures=1 duration=10 reason=WRONG_KEY')
  assert.equal(await scans(), 0)
  supplicant.connect('wlan0', 1)
  assert.equal(await scans(), 0)
})

test('a changed passphrase of the connected network is tried immediately', async () => {
  const { supplicant, converge, messages } = open()
  await converge(CAFE)
  supplicant.connect('wlan0', 0)
  assert.equal(messages().at(-1), 'connected to cafe')
  await converge(network('cafe', { Password: 'another passphrase' }))
  assert.equal(supplicant.sent.at(-1), 'REASSOCIATE')
  assert.equal(messages().at(-1), 'searching for networks')
})

test('a running process is taken over with its connection, and networks that are not configured are removed', async () => {
  const { machine, driver, supplicant, converge } = open()
  await converge(CAFE, network('home'))
  supplicant.connect('wlan0', 0)
  const before = supplicant.pids()
  driver[Symbol.dispose]()
  const again = open(machine)
  await again.converge(CAFE)
  assert.deepEqual(supplicant.pids(), before)
  assert.deepEqual(
    supplicant.networks('wlan0').map(({ id }) => id),
    [0],
  )
  assert.deepEqual(again.messages(), ['connected to cafe'])
  assert.ok(!supplicant.sent.includes('REASSOCIATE'))
})

test('wpa_supplicant that is killed is started again after a pause', async () => {
  const { machine, supplicant, converge, learned } = open()
  await converge(CAFE)
  supplicant.connect('wlan0', 0)
  supplicant.kill(supplicant.pids()[0]!)
  assert.deepEqual(learned.at(-1), {
    link: 'wlan0',
    connected: false,
    network: 'cafe',
    notes: [{ Code: 'program_failed', Text: 'wpa_supplicant has ended' }],
  })
  await machine.clock.step(1000)
  await new Promise(setImmediate)
  assert.equal(supplicant.pids().length, 1)
  supplicant.connect('wlan0', 0)
  assert.equal(connectionWords(learned.at(-1)?.notes ?? []), 'connected to cafe')
})

test('wpa_supplicant that does not start is retried, and the reason is reported', async () => {
  const { machine, supplicant, driver, converge, learned } = open()
  supplicant.refuse('nl80211: Could not configure driver mode')
  await converge(CAFE)
  assert.equal(connectionWords(learned.at(-1)?.notes ?? []), 'nl80211: Could not configure driver mode')
  assert.equal((await driver.state('wlan0'))?.state, 'failed')
  supplicant.refuse(undefined)
  await machine.clock.step(1000)
  await new Promise(setImmediate)
  assert.equal(supplicant.networks('wlan0').length, 1)
})

test('wpa_supplicant ends with the uplink, and is restarted for another link of the same name', async () => {
  const { machine, supplicant, driver, converge, learned } = open()
  await converge(CAFE)
  const [first] = supplicant.pids()
  machine.ip.unplug('wlan0')
  machine.ip.plug('wlan0', '02:00:00:00:aa:02')
  await converge(CAFE)
  assert.equal(supplicant.pids().length, 1)
  assert.notEqual(supplicant.pids()[0], first)
  await converge(undefined)
  assert.deepEqual(supplicant.pids(), [])
  assert.equal(learned.at(-1), undefined)
  assert.equal(await driver.state('wlan0'), undefined)
})

/** wpa_supplicant 2.10 on a link that is no radio. */
const PRINTED = `Successfully initialized wpa_supplicant
nl80211: Could not configure driver mode
nl80211: deinit ifname=lo disabled_11b_rates=0
lo: Failed to initialize driver interface
lo: CTRL-EVENT-DSCP-POLICY clear_all
`

test('the reason is the first line that wpa_supplicant does not always print', () => {
  const failed = (text: string) => supplicantFailureReason(new CommandFailed(['wpa_supplicant', '-B'], 255, text), 'lo')
  assert.equal(failed(PRINTED), 'nl80211: Could not configure driver mode')
  assert.equal(failed('lo: CTRL-EVENT-TERMINATING \n'), 'wpa_supplicant does not start')
  assert.equal(
    failed('spawn wpa_supplicant ENOENT'),
    'the program wpa_supplicant is not installed: apt-get install wpasupplicant',
  )
  assert.equal(
    supplicantFailureReason(new Unavailable(verbatim('wlan0 is not plugged in')), 'wlan0'),
    'wlan0 is not plugged in',
  )
})
