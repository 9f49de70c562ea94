import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotFound } from '../../../errors.ts'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { emptyDevice } from '../../../model/home/devices/device.ts'
import { BUILTIN, LISTED } from '../../../model/home/kinds/builtin.ts'
import { FingerprintTrial, MOST_TRIED } from '../../../model/home/kinds/contract.ts'
import type { Fingerprint } from '../../../model/home/kinds/fingerprint.ts'
import type { AnnouncedFacts, DhcpFacts } from '../../../model/home/kinds/signals.ts'
import type { Request } from '../../../model/operation.ts'
import { openHistory } from '../../../store/history.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { forget } from '../devices/forget.ts'
import { classificationHandlers } from './handlers.ts'
import { openDeviceKinds } from './kinds.ts'

const PRINTER = '00:80:77:00:00:01'
const PHONE = '02:00:00:00:00:02'
const MINUTE_MS = 60_000

function open() {
  const { facts, change, watch } = openMemoryFacts()
  const clock = openSteppedClock()
  const { bus, published } = openCollectingBus()
  const history = openHistory({ path: ':memory:', clock, onFailure: () => assert.fail() })
  const saved = history.keyValueLog('signals')
  const names = new Map<string, string[]>()
  let vendors: Record<string, string> | undefined = { [PRINTER]: 'Brother industries, LTD.' }
  const vendorOf = async (mac: string) => {
    if (!vendors) throw new Error('no lookup data')
    return vendors[mac] ?? ''
  }
  const start = () => {
    const kinds = openDeviceKinds({ facts, bus, clock, saved, vendorOf, namesOf: (ip) => names.get(ip) ?? [] })
    const watching = watch(kinds.learn)
    return {
      ...kinds,
      [Symbol.dispose]() {
        watching[Symbol.dispose]()
        kinds[Symbol.dispose]()
      },
    }
  }
  const add = (MAC: string, RecentIP = '') =>
    change((draft) => draft.devices.put(MAC, { ...emptyDevice(), MAC, RecentIP }))
  const ask = (MAC: string, given: Partial<DhcpFacts> = {}) =>
    bus.publish('dhcp:request', {
      ...{ MAC, Identifier: MAC, Iface: 'lan0' },
      ...{ Name: '', VendorClass: '', ParamReqList: '', ...given },
    })
  const announce = (MAC: string, given: Partial<AnnouncedFacts> = {}) =>
    bus.publish('zeroconf:device', {
      ...{ MAC, SrcIP: '192.168.2.6', Services: [...(given.Services ?? [])] },
      ...{ TXT: [...(given.TXT ?? [])], SSDPHeaders: { ...given.SSDPHeaders } },
    })
  const results = () => published.filter(([topic]) => topic === 'classify:result').map(([, payload]) => payload)
  const setVendors = (next: typeof vendors) => {
    vendors = next
  }
  return { facts, change, clock, saved, names, vendorOf, start, add, ask, announce, results, setVendors }
}

test('a new device is classified by its first DHCP request, and an event is published', async () => {
  const home = open()
  using kinds = home.start()
  home.ask(PRINTER, { Name: 'BRN008077000001', VendorClass: 'udhcp 1.36.1', ParamReqList: '1,3,6' })
  assert.equal(await kinds.of(PRINTER), undefined, 'not a device yet')
  await home.add(PRINTER)
  assert.partialDeepStrictEqual(await kinds.of(PRINTER), {
    Category: 'Printer',
    Confidence: 'High',
    Evidence: ['Its host name is “BRN008077000001”.', 'Its MAC address belongs to Brother industries, LTD.'],
    UserCorrection: false,
  })
  assert.partialDeepStrictEqual(await kinds.signalsOf(PRINTER), { VendorClass: 'udhcp 1.36.1', ParamReqList: '1,3,6' })
  assert.partialDeepStrictEqual(home.results().at(-1), { MAC: PRINTER, Category: 'Printer', Confidence: 'High' })
  const count = home.results().length
  home.ask(PRINTER, { Name: 'BRN008077000001' })
  assert.equal(home.results().length, count, 'the same result is not published again')
})

test('announcements and names that it looks up are signals', async () => {
  const home = open()
  using kinds = home.start()
  await home.add(PHONE, '192.168.2.6')
  home.announce(PHONE, { Services: ['_airplay._tcp'], TXT: ['Model=AppleTV11,1', 'flag'] })
  home.announce(PHONE, { Services: ['roku:ecp'], SSDPHeaders: { SERVER: 'x' } })
  home.names.set('192.168.2.6', ['a.b.Roku.com', 'example.org', 'notroku.com'])
  assert.partialDeepStrictEqual(await kinds.signalsOf(PHONE), {
    RandomMAC: true,
    OUIVendor: '',
    Services: ['_airplay._tcp', 'roku:ecp'],
    TXT: { model: 'AppleTV11,1' },
    SSDPHeaders: { SERVER: 'x' },
    Domains: ['roku.com'],
  })
  assert.equal((await kinds.of(PHONE))?.Model, 'Apple TV')
})

test('names that devices look up are searched every ten minutes', async () => {
  const home = open()
  using _kinds = home.start()
  await home.add(PHONE, '192.168.2.6')
  home.names.set('192.168.2.6', ['x.lgtvsdp.com'])
  await home.clock.step(10 * MINUTE_MS)
  await new Promise((resolve) => setImmediate(resolve))
  assert.partialDeepStrictEqual(home.results().at(-1), { MAC: PHONE, Category: 'TV' })
})

test('a flood of announcements and senders does not grow what is stored', async () => {
  const home = open()
  using kinds = home.start()
  await home.add(PHONE)
  const long = 'x'.repeat(2000)
  for (let i = 0; i < 10_000; i++)
    home.announce(PHONE, {
      Services: [`_s${i}._tcp`],
      TXT: [`k${i}=${long}`, `__proto__=${i}`, `a\u202eb${i}=1`],
      SSDPHeaders: { [`H${i}`]: long },
    })
  for (let i = 0; i < 10_000; i++) home.ask(`02:00:00:01:${hex(i >> 8)}:${hex(i & 255)}`, { Name: `n${i}` })
  const signals = (await kinds.signalsOf(PHONE))!
  const sizes = [signals.Services, Object.keys(signals.TXT), Object.keys(signals.SSDPHeaders)].map(
    ({ length }) => length,
  )
  assert.deepEqual(sizes, [32, 32, 16])
  await home.clock.step(MINUTE_MS)
  assert.deepEqual([...home.saved.read().keys()], [PHONE])
  assert.ok(home.saved.read().get(PHONE)!.length < 32 * 1024)
  assert.ok(!home.saved.read().get(PHONE)!.includes('\u202e'), 'characters that reverse text are removed')
})

test('what unknown senders announce is not stored', async () => {
  const home = open()
  using kinds = home.start()
  home.announce(PHONE, { Services: ['_ipp._tcp'] })
  await home.add(PHONE)
  assert.deepEqual((await kinds.signalsOf(PHONE))?.Services, [])
})

test('signals survive a restart, and are deleted with the device', async () => {
  const home = open()
  {
    using _kinds = home.start()
    await home.add(PRINTER)
    await home.add(PHONE)
    home.announce(PRINTER, { Services: ['_ipp._tcp'] })
    home.announce(PHONE, { Services: ['_hap._tcp'] })
  }
  home.saved.change(new Map([[PHONE, '{"damaged']]))
  {
    using kinds = home.start()
    assert.deepEqual((await kinds.signalsOf(PRINTER))?.Services, ['_ipp._tcp'])
    assert.deepEqual((await kinds.signalsOf(PHONE))?.Services, [])
    await home.change((draft) => void forget(draft, [PRINTER]))
    assert.equal(await kinds.of(PRINTER), undefined)
  }
  assert.equal(home.saved.read().has(PRINTER), false)
})

test('a vendor is looked up again if the lookup data was missing', async () => {
  const home = open()
  home.setVendors(undefined)
  using kinds = home.start()
  await home.add(PRINTER)
  assert.equal((await kinds.of(PRINTER))?.Vendor, '')
  home.setVendors({ [PRINTER]: 'Acme' })
  assert.equal((await kinds.of(PRINTER))?.Vendor, 'Acme')
})

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')

test('corrections, own rules and replaced rules change the kind', async () => {
  const home = open()
  using kinds = home.start()
  const { facts, change, clock, vendorOf } = home
  const handlers = classificationHandlers({ facts, change, clock }, kinds, vendorOf)
  const request = (given: object) =>
    ({ params: { mac: PRINTER }, query: {}, body: undefined, ...given }) as never as Request<never>
  await assert.rejects(async () => handlers.correct(request({ body: { Category: 'TV' } })), NotFound)
  await home.add(PRINTER)
  await assert.rejects(async () => handlers.uncorrect(request({})), NotFound)

  const body = { Category: 'Label printer', Vendor: '', Model: 'QL', Evidence: [] }
  assert.partialDeepStrictEqual(await handlers.correct(request({ body })), {
    ...{
      Category: 'Label printer',
      Model: 'QL',
      Vendor: 'Brother',
      Confidence: 'High',
      UserCorrection: true,
      Pinned: true,
    },
    ...{ Evidence: ['You have set the kind.'], LastUpdated: new Date(clock.now()).toISOString() },
  })
  assert.partialDeepStrictEqual(home.results().at(-1), { Category: 'Label printer' })
  home.announce(PRINTER, { Services: ['_sonos._tcp'] })
  assert.equal((await kinds.of(PRINTER))?.Category, 'Label printer', 'it stays')
  assert.partialDeepStrictEqual(await handlers.uncorrect(request({})), { Category: 'Speaker', UserCorrection: false })

  const own = {
    SignalType: 'oui',
    Pattern: '00:80:77',
    Vendor: '',
    Category: 'Toaster',
    Model: '',
    Weight: 90,
    Decisive: false,
  }
  await handlers.replaceBuiltin(request({ body: [own] }))
  assert.partialDeepStrictEqual(await kinds.of(PRINTER), { Category: 'Toaster', DBVersion: 'custom' })
  assert.partialDeepStrictEqual(await handlers.builtin(request({})), { Overridden: true, Rules: [own] })
  const { Rules } = (await handlers.rules(request({}))) as { Rules: object[] }
  assert.deepEqual(Rules, [own, ...BUILTIN.filter((rule) => !LISTED.includes(rule))])
  await handlers.setCustom(request({ body: [{ ...own, Category: 'Kettle', Decisive: true }] }))
  await handlers.restoreBuiltin(request({}))
  assert.partialDeepStrictEqual(await kinds.of(PRINTER), { Category: 'Kettle', DBVersion: '1' })
  const rulesOf = async (reply: unknown) => ((await reply) as { Rules: object[] }).Rules
  assert.ok((await rulesOf(handlers.builtin(request({})))).length <= 48, 'clients draw all of them together')
  assert.deepEqual(await rulesOf(handlers.rules(request({}))), BUILTIN)
  assert.deepEqual(
    (await kinds.all()).map(({ MAC }) => MAC),
    [PRINTER],
  )

  const hints = { MAC: '02:00:00:00:00:99', Hostname: 'Adas-iPad', OUIVendor: '' }
  assert.partialDeepStrictEqual(await handlers.classify(request({ body: hints })), { Category: 'Tablet' })
  assert.equal(await kinds.of(hints.MAC), undefined, 'nothing is stored')
})

test('a trial returns the matching devices with their kinds before and after, and stores nothing', async () => {
  const home = open()
  using kinds = home.start()
  const { facts, change, clock, vendorOf } = home
  const handlers = classificationHandlers({ facts, change, clock }, kinds, vendorOf)
  const request = (given: object) => ({ params: {}, query: {}, body: undefined, ...given }) as never as Request<never>
  const trial = async (Rule: Fingerprint, Replaces?: Fingerprint) =>
    FingerprintTrial.parse(await handlers.trial(request({ body: { Rule, Replaces } })))
  await home.add(PRINTER)
  await home.add(PHONE)
  const rule: Fingerprint = {
    ...{ SignalType: 'oui', Pattern: '00:80:77', Vendor: '', Category: 'Kettle', Model: '', Weight: 90 },
    Decisive: false,
  }
  const Evidence = 'Its MAC address begins with 00:80:77.'
  const Coded = { Code: 'home.kindByMacPrefix', Values: ['00:80:77'] }
  const { Category: Before } = (await kinds.of(PRINTER))!
  assert.deepEqual(await trial(rule), {
    Count: 1,
    Devices: [{ MAC: PRINTER, Evidence, Coded, Before, After: 'Kettle' }],
  })
  assert.deepEqual(facts.setting('fingerprints').Custom, [])
  assert.deepEqual(await trial({ ...rule, Pattern: '00:80:78' }), { Count: 0, Devices: [] })

  await handlers.setCustom(request({ body: [rule] }))
  const weaker = { ...rule, Category: 'Toaster', Weight: 85 }
  assert.equal((await trial(weaker)).Devices[0]?.After, 'Kettle', 'added after the stronger rule')
  assert.partialDeepStrictEqual(await trial(weaker, rule), { Devices: [{ Before: 'Kettle', After: 'Toaster' }] })
  await assert.rejects(trial(rule, weaker), NotFound)

  await handlers.correct(
    request({ params: { mac: PRINTER }, body: { Category: 'TV', Vendor: '', Model: '', Evidence: [] } }),
  )
  assert.partialDeepStrictEqual(await trial(weaker, rule), { Devices: [{ Before: 'TV', After: 'TV' }] })

  for (let at = 0; at < MOST_TRIED; at++) await home.add(`00:80:77:00:01:${hex(at)}`)
  const many = await trial(rule, rule)
  assert.deepEqual([many.Count, many.Devices.length], [MOST_TRIED + 1, MOST_TRIED])
})
