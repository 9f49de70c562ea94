import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Invalid, NotFound, Refused, Unavailable } from '../../../errors.ts'
import type { Caller } from '../../../model/operation.ts'
import { ChannelParameters, ExtraBss } from '../../../model/wifi/radios/body.ts'
import { defaultRadioSettings } from '../../../model/wifi/radios/radio.ts'
import { verbatim } from '../../../phrases/phrase.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { radioHandlers } from './handlers.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const COMBINATIONS = '#{ AP, mesh point } <= 4, total <= 4, #channels <= 1'
const iwList = (combinations: string) => `Wiphy phy0
	wiphy index: 0
	valid interface combinations:
		 * ${combinations}
`
const CHANNELS = `Band 1:
	* 2412 MHz [1]
	  Maximum TX power: 20.0 dBm
	* 2437 MHz [6]
	  Maximum TX power: 20.0 dBm
`

/** `wlan0` with networks for WPA3 and WPA2, `wlan1` for WPA3; the phone is on the first, the TV on the second. */
async function open({ combinations = COMBINATIONS, hasIw = true } = {}) {
  const { facts, change } = openMemoryFacts({})
  await change((draft) => {
    for (const Name of ['wlan0', 'wlan1']) {
      draft.interfaces.put(Name, { Name, Type: 'AP', Subtype: '', Enabled: true })
      draft.radios.put(Name, {
        Name,
        MAC: '',
        Settings: { ...defaultRadioSettings('Home'), country_code: 'DE' },
        Guest: null,
      })
    }
    draft.links.put('wlan0', { name: 'wlan0', index: 3, mac: '02:00:00:00:aa:00', up: true })
    draft.stations.put(PHONE, { mac: PHONE, link: 'wlan0.4096' })
    draft.stations.put(TV, { mac: TV, link: 'wlan0.w2.4096' })
  })
  const sent: string[] = []
  const states = new Map([['wlan0', { state: 'running', reason: '' }]])
  const networks = new Map([
    ['wlan0', ['wlan0', 'wlan0.w2']],
    ['wlan1', ['wlan1']],
  ])
  const handlers = radioHandlers({
    facts,
    change,
    machine: {
      async run([program, ...words]) {
        if (!hasIw) throw new CommandFailed([program ?? ''], 1, 'no such program')
        if (words[0] === 'dev') return 'phy#0\n\tInterface wlan0\n\t\ttype AP\n'
        return words[0] === 'list' ? iwList(combinations) : CHANNELS
      },
    },
    radio: {
      networks: () => networks,
      states: () => states,
      restart: async () => undefined,
      reloadPassphrases: async () => undefined,
      async scan(link) {
        if (!hasIw) throw new CommandFailed(['iw', link], 1, 'no such program')
        return ''
      },
      async failsafe(link) {
        if (link === 'wlan1') throw new Unavailable(verbatim('there is no access point on wlan1'))
        states.set(link, { state: 'failsafe', reason: 'started on request' })
      },
      async request(network, command) {
        sent.push(`${network}: ${command}`)
        return command === 'STATUS' ? `freq=2437\nbss[0]=${network}\nbssid[0]=02:00:00:00:bb:00\n` : 'OK\n'
      },
    },
    readings: { read: async () => [] },
  })
  const request = { params: { interface: 'wlan0' }, query: {}, caller, body: undefined }
  const other = { ...request, params: { interface: 'wlan1' } }
  return { facts, handlers, sent, request, other }
}

const refuses = (field: string) => (error: unknown) => error instanceof Invalid && error.field === field

test('a station is asked to move to the same network of another radio', async () => {
  const { handlers, sent, request, other } = await open()
  const move = (MAC: string, TargetInterface: string, at = request) =>
    handlers.move({ ...at, body: { MAC, TargetInterface } })
  await move(PHONE, 'wlan1')
  assert.deepEqual(sent, [
    'wlan1: STATUS',
    `wlan0: BSS_TM_REQ ${PHONE} pref=1 abridged=1 valid_int=255 neighbor=02:00:00:00:bb:00,0x0000000f,81,6,7,0301ff`,
  ])
  await assert.rejects(async () => move(TV, 'wlan1'), refuses('TargetInterface'))
  await assert.rejects(async () => move(PHONE, 'wlan0'), refuses('TargetInterface'))
  await assert.rejects(async () => move(PHONE, 'wlan9'), refuses('TargetInterface'))
  await assert.rejects(async () => move(PHONE, 'wlan0', other), refuses('MAC'))
  await assert.rejects(async () => move('02:00:00:00:00:09', 'wlan1'), refuses('MAC'))
})

test('a station is disconnected from the network that it is on', async () => {
  const { handlers, sent, request } = await open()
  await handlers.deauthenticate({ ...request, body: TV })
  assert.deepEqual(sent, [`wlan0.w2: DEAUTHENTICATE ${TV}`])
})

test('the failsafe configuration runs on request, and is reported in the words of existing clients', async () => {
  const { handlers, request, other } = await open()
  assert.equal(await handlers.failsafe(request), 'ok')
  await handlers.runFailsafe(request)
  assert.equal(await handlers.failsafe(request), 'failsafe running')
  await assert.rejects(async () => handlers.runFailsafe(other), refuses('interface'))
  await assert.rejects(
    async () => handlers.failsafe({ ...request, params: { interface: 'lan0' } }),
    refuses('interface'),
  )
})

test('a channel that the radio does not have is refused, and the settings stay', async () => {
  const { facts, handlers, request } = await open()
  const channel = (given: object) => ({ ...request, body: ChannelParameters.parse({ Bandwidth: 20, ...given }) })
  await assert.rejects(async () => handlers.setChannel(channel({ Mode: 'a', Channel: 36 })), refuses('Channel'))
  assert.equal(facts.radios.get('wlan0')?.Settings.channel, 1)
  await handlers.setChannel(channel({ Mode: 'g', Channel: 6 }))
  assert.equal(facts.radios.get('wlan0')?.Settings.channel, 6)
})

test('where `iw` does not list the radio, hostapd decides', async () => {
  const { facts, handlers, request } = await open({ hasIw: false })
  await handlers.setChannel({ ...request, body: ChannelParameters.parse({ Mode: 'a', Channel: 36, Bandwidth: 20 }) })
  assert.equal(facts.radios.get('wlan0')?.Settings.channel, 36)
})

test('a radio that cannot run another network gets none for guests', async () => {
  const body = ExtraBss.parse({ Ssid: 'Guests', Bssid: '02:00:00:00:00:01', GuestPassword: 'come on in' })
  const able = await open()
  await able.handlers.enableExtraBss({ ...able.request, body })
  assert.equal(able.facts.radios.get('wlan0')?.Guest?.Ssid, 'Guests')
  for (const combinations of ['#{ AP } <= 2', '#{ managed } <= 8', '#{ AP } <= 8, total <= 2']) {
    const { handlers, request } = await open({ combinations })
    await assert.rejects(async () => handlers.enableExtraBss({ ...request, body }), refuses('interface'), combinations)
  }
  const { handlers, request } = able
  await handlers.disableExtraBss(request)
  await assert.rejects(async () => handlers.disableExtraBss(request), NotFound)
})

test('a scan that the radio refuses is an answer with the reason', async () => {
  const { handlers, request, other } = await open({ hasIw: false })
  await assert.rejects(
    async () => handlers.scan(request),
    (error) => error instanceof Refused && /wlan0 cannot scan/.test(error.message),
  )
  await assert.rejects(async () => handlers.scan(other), refuses('interface'))
})
