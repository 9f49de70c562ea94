import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid, Unavailable } from '../../../errors.ts'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import type { InterfaceConfig } from '../../../model/internet/links/interface.ts'
import type { Caller } from '../../../model/operation.ts'
import { newRadio } from '../../../model/wifi/radios/radio.ts'
import type { RadioFault } from '../../../model/wifi/radiostate/fault.ts'
import type { ChannelChoice, WifiRadio } from '../../../model/wifi/radiostate/state.ts'
import type { StationReading } from '../../../model/wifi/stations/station.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import type { Mac } from '../../../values/mac.ts'
import { radioStateHandlers } from './handlers.ts'

const request = { params: {}, query: {}, caller: { name: 'owner', kind: 'user', address: '' } satisfies Caller }
const MAC = '02:00:00:00:aa:00'
const CHOICE: ChannelChoice = {
  Channel: 11,
  Width: 20,
  Time: 5,
  Reason: 'Channel 11 is the least used',
  Considered: [],
}

const DEV = `phy#0
	Interface wlan0.4096
		type AP/VLAN
	Interface wlan0
		type AP
		channel 36 (5180 MHz), width: 80 MHz, center1: 5210 MHz
		txpower 23.00 dBm
`
const CHANNELS = `Band 2:
	* 5180 MHz [36] 
	  Maximum TX power: 23.0 dBm
	  Channel widths: 20MHz HT40+ VHT80
	* 5260 MHz [52] 
	  Maximum TX power: 20.0 dBm
	  Radar detection
	  Channel widths: 20MHz HT40- HT40+ VHT80
	  DFS state: unavailable (for 12 sec)
	  DFS CAC time: 60000 ms
	* 5720 MHz [144] (disabled)
	* 5855 MHz [171] 
	  Maximum TX power: 13.0 dBm
	  Channel widths: 20MHz
`

async function open(country_code: string | undefined, kind: Partial<InterfaceConfig> = {}) {
  const memory = openMemoryFacts()
  const machine = fakeMachine()
  machine.iw.set('dev', DEV)
  machine.iw.set('phy#0 channels', CHANNELS)
  await memory.change((draft) => {
    const radio = newRadio('wlan0', MAC, [])
    const Settings = { ...radio.Settings, hw_mode: 'a' as const, channel: 36 }
    draft.interfaces.put('wlan0', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true, ...kind })
    draft.radios.put('wlan0', {
      ...radio,
      Settings: country_code === undefined ? Settings : { ...Settings, country_code },
    })
  })
  const now = {
    status: 'state=ENABLED\nfreq=5180\nchannel=36\n',
    state: { state: 'running' as WifiRadio['State'], reason: '', fault: undefined as RadioFault | undefined },
    stations: [] as StationReading[],
    choose: async () => CHOICE,
  }
  const handlers = radioStateHandlers({
    ...memory,
    machine,
    readings: { read: async () => now.stations },
    radio: {
      request: async () => now.status,
      states: () => new Map([['wlan0', now.state]]),
      choiceOf: () => undefined,
      choose: () => now.choose(),
    },
  })
  return {
    ...memory,
    machine,
    now,
    radios: async () => (await handlers.radios({ ...request, body: undefined })) as WifiRadio[],
    choose: async (link: string, body: { AllowDfs?: boolean } = {}) =>
      handlers.chooseChannel({ ...request, params: { interface: link }, body }),
  }
}

const station = (mac: string, network: string, flags: string, radio = 'wlan0'): StationReading => ({
  ...{ mac: mac as Mac, radio, network, status: {} },
  fields: { flags, connected_time: '60' },
})

test('a radio that runs has its channel, width, power and the connected stations of all its networks', async () => {
  const { now, radios } = await open('DE')
  now.stations = [
    station('02:00:00:00:00:01', 'wlan0', '[AUTH][ASSOC][AUTHORIZED]'),
    station('02:00:00:00:00:02', 'wlan0.w2', '[AUTH][ASSOC][AUTHORIZED]'),
    station('02:00:00:00:00:03', 'wlan0.ap0', '[AUTH][ASSOC][AUTHORIZED]'),
    // These have not proved a passphrase, or are on another radio.
    station('02:00:00:00:00:04', 'wlan0', '[AUTH]'),
    station('02:00:00:00:00:05', 'wlan0.w2', '[SHORT_PREAMBLE][WMM][HT]'),
    station('02:00:00:00:00:06', 'wlan1', '[AUTH][ASSOC][AUTHORIZED]', 'wlan1'),
  ]
  const [{ Channels: _, ...radio } = assert.fail(), ...others] = await radios()
  assert.deepEqual(others, [])
  assert.deepEqual(radio, {
    ...{ Interface: 'wlan0', MAC, State: 'running', Reason: '', Fault: null, SecondsLeft: 0 },
    ...{ Ssid: 'SPR_wlan0', Country: 'DE', Band: '5 GHz', Channel: 36, Width: 80, Frequency: 5180, Power: 23 },
    ...{ Stations: 3, Automatic: false, AllowDfs: false, Choice: null },
  })
})

test('channels have their widths, their state of radar and the time left', async () => {
  const { radios } = await open('DE')
  const [{ Channels } = assert.fail()] = await radios()
  const plain = { Band: '5 GHz', Permitted: true, Dfs: 'none', CheckSeconds: 0, SecondsLeft: 0 }
  assert.deepEqual(Channels, [
    { ...plain, Channel: 36, Frequency: 5180, Power: 23, Widths: [20] },
    {
      ...{ ...plain, Channel: 52, Frequency: 5260, Power: 20, Widths: [] },
      ...{ Dfs: 'unavailable', CheckSeconds: 60, SecondsLeft: 1788 },
    },
    { ...plain, Channel: 144, Frequency: 5720, Permitted: false, Power: 0, Widths: [] },
  ])
})

test('a check for radar has the time left, and no traffic yet', async () => {
  const { now, radios } = await open('DE')
  now.status = 'state=DFS\nfreq=5260\nchannel=52\ncac_time_left_seconds=41\n'
  const [{ State, SecondsLeft, Channel, Frequency } = assert.fail()] = await radios()
  assert.deepEqual([State, SecondsLeft, Channel, Frequency], ['radar check', 41, 52, 0])
})

test('a radio without a country, an access point that is off, and one that has failed say so', async () => {
  const state = async (home: Awaited<ReturnType<typeof open>>) => (await home.radios())[0]?.State
  assert.equal(await state(await open(undefined)), 'no country')
  assert.equal(await state(await open('DE', { Enabled: false })), 'off')
  assert.equal(await state(await open('DE', { Type: 'Uplink' })), 'uplink')
  const failed = await open('DE')
  failed.now.state = {
    ...{ state: 'failed', reason: 'no such channel' },
    fault: { Code: 'other', Detail: 'no such channel' },
  }
  const [radio] = await failed.radios()
  assert.deepEqual(
    [radio?.Reason, radio?.Fault, radio?.State],
    ['no such channel', { Code: 'other', Detail: 'no such channel' }, 'failed'],
  )
})

test('a radio that is unplugged is listed, without channels; one without settings is off', async () => {
  const { machine, radios } = await open('DE')
  machine.iw.set('dev', DEV.replaceAll('wlan0', 'wlan1'))
  assert.deepEqual(
    (await radios()).map(({ Interface, Ssid, Channels }) => [Interface, Ssid, Channels.length]),
    [
      ['wlan0', 'SPR_wlan0', 0],
      ['wlan1', '', 3],
    ],
  )
})

test('a choice makes the channel automatic, and keeps whether radar is allowed', async () => {
  const { facts, choose } = await open('DE')
  assert.deepEqual(await choose('wlan0', { AllowDfs: true }), CHOICE)
  assert.deepEqual([facts.radios.get('wlan0')?.Settings.channel, facts.radios.get('wlan0')?.AllowDfs], [0, true])
  await choose('wlan0')
  assert.equal(facts.radios.get('wlan0')?.AllowDfs, true)
})

test('a choice without a radio or a country is refused, and so is one that fails', async () => {
  const home = await open(undefined)
  await assert.rejects(() => home.choose('wlan0'), /no country yet/)
  await assert.rejects(() => home.choose('wlan9'), Invalid)
  const busy = await open('DE')
  busy.now.choose = async () => {
    throw new Unavailable(verbatim('there is no access point on wlan0'))
  }
  await assert.rejects(() => busy.choose('wlan0'), Invalid)
})
