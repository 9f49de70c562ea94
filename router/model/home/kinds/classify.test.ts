import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILTIN } from './builtin.ts'
import { classify, suggestionsFor } from './classify.ts'
import { CATEGORIES, type Fingerprint, Fingerprints, matches, SIGNAL_TYPES, withRule } from './fingerprint.ts'
import { noSignals, type Signals } from './signals.ts'

const PHYSICAL = '00:80:77:01:02:03'
const RANDOM = '02:80:77:01:02:03'
const received = (given: Partial<Signals>): Signals => ({ ...noSignals(given.MAC ?? PHYSICAL), ...given })
const kindOf = (given: Partial<Signals>) => classify(received(given), BUILTIN)
const brief = (given: Partial<Signals>) => {
  const { Category, Vendor, Confidence } = kindOf(given)
  return [Category, Vendor, Confidence].join(' / ')
}

const HP_TEXTS = { txtvers: '1', ty: 'HP LaserJet Pro M404dn', usb_mfg: 'HP', pdl: 'application/pdf,image/urf' }

/** What real devices send. */
const DEVICES: readonly (readonly [name: string, Partial<Signals>, expected: string])[] = [
  [
    'a network printer',
    {
      OUIVendor: 'Hewlett Packard',
      Hostname: 'NPI0A1B2C',
      Services: ['_http._tcp', '_ipp._tcp', '_ipps._tcp', '_pdl-datastream._tcp', '_uscan._tcp'],
      TXT: HP_TEXTS,
    },
    'Printer / HP / High',
  ],
  [
    'a printer that only asks for an address',
    { OUIVendor: 'Brother industries, LTD.', Hostname: 'BRN008077010203' },
    'Printer / Brother / High',
  ],
  [
    'an iPhone with a random address',
    { MAC: RANDOM, RandomMAC: true, Hostname: 'iPhone', ParamReqList: '1,121,3,6,15,108,114,119,252' },
    'Phone / Apple / High',
  ],
  [
    'an Android phone without a host name',
    {
      MAC: RANDOM,
      RandomMAC: true,
      VendorClass: 'android-dhcp-14',
      ParamReqList: '1,3,6,15,26,28,51,58,59,43,114,108',
      Domains: ['connectivitycheck.gstatic.com'],
    },
    'Phone /  / Medium',
  ],
  [
    'a MacBook',
    {
      OUIVendor: 'Apple, Inc.',
      Hostname: 'Ada-s-MacBook-Pro',
      Services: ['_airplay._tcp', '_raop._tcp', '_companion-link._tcp', '_smb._tcp'],
      TXT: { model: 'MacBookPro18,3' },
    },
    'Laptop / Apple / High',
  ],
  [
    'an Apple TV',
    {
      OUIVendor: 'Apple, Inc.',
      Services: ['_airplay._tcp', '_raop._tcp', '_companion-link._tcp', '_sleep-proxy._udp'],
      TXT: { am: 'AppleTV11,1', model: 'AppleTV11,1' },
    },
    'Media player / Apple / High',
  ],
  [
    'a Chromecast',
    { OUIVendor: 'Google, Inc.', Services: ['_googlecast._tcp'], TXT: { md: 'Chromecast Ultra', ca: '4101' } },
    'Media player / Google / High',
  ],
  [
    'a Google Home Mini',
    { OUIVendor: 'Google, Inc.', Services: ['_googlecast._tcp'], TXT: { md: 'Google Home Mini' } },
    'Speaker / Google / High',
  ],
  [
    'an LG television',
    {
      Hostname: 'LGwebOSTV',
      Services: ['_airplay._tcp', 'urn:lge-com:service:webos-second-screen:1'],
      SSDPHeaders: { SERVER: 'WebOS/1.5 UPnP/1.0 webOSTV/1.0' },
    },
    'TV / LG / High',
  ],
  [
    'a Roku',
    { OUIVendor: 'Roku, Inc.', Services: ['roku:ecp'], SSDPHeaders: { SERVER: 'Roku/9.3 UPnP/1.0 Roku/9.3' } },
    'Media player / Roku / High',
  ],
  [
    'a Sonos speaker',
    { OUIVendor: 'Sonos, Inc.', Services: ['_sonos._tcp', '_spotify-connect._tcp', '_airplay._tcp', '_raop._tcp'] },
    'Speaker / Sonos / High',
  ],
  [
    'an Axis camera',
    { OUIVendor: 'Axis Communications AB', VendorClass: 'AXIS,Network Camera,M3065-V,9.80.3' },
    'Camera / Axis / High',
  ],
  [
    'a HomeKit camera',
    { Services: ['_hap._tcp'], TXT: { md: 'VideoDoorbell', ci: '18', pv: '1.1' } },
    'Camera /  / High',
  ],
  [
    'a PlayStation 5',
    { OUIVendor: 'Sony Interactive Entertainment Inc.', Hostname: 'PS5-123' },
    'Game console / Sony / High',
  ],
  ['a Nintendo Switch', { OUIVendor: 'Nintendo Co.,Ltd' }, 'Game console / Nintendo / High'],
  [
    'a Synology NAS',
    {
      OUIVendor: 'Synology Incorporated',
      Hostname: 'DiskStation',
      Services: ['_smb._tcp', '_adisk._tcp', '_http._tcp'],
      TXT: { model: 'Xserve' },
    },
    'NAS / Synology / High',
  ],
  [
    'a Windows laptop',
    {
      OUIVendor: 'Intel Corporate',
      Hostname: 'LAPTOP-7QK2M1NB',
      VendorClass: 'MSFT 5.0',
      ParamReqList: '1,3,6,15,31,33,43,44,46,47,119,121,249,252',
    },
    'Laptop / Intel Corporate / High',
  ],
  [
    'a Hue Bridge',
    { OUIVendor: 'Signify B.V.', Services: ['_hue._tcp', '_hap._tcp'], TXT: { modelid: 'BSB002' } },
    'Smart home / Philips Hue / High',
  ],
  [
    'an ESPHome sensor',
    { OUIVendor: 'Espressif Inc.', Hostname: 'esp-kitchen', Services: ['_esphomelib._tcp'] },
    'Smart home / ESPHome / High',
  ],
  [
    'a computer that shares a printer',
    { Hostname: 'DESKTOP-AB12CD3', VendorClass: 'MSFT 5.0', Services: ['_ipp._tcp'], TXT: {} },
    'Computer /  / High',
  ],
  ['nothing', {}, ' /  / Unknown'],
  ['a random address alone', { MAC: RANDOM, RandomMAC: true }, ' /  / Unknown'],
]

for (const [name, given, expected] of DEVICES) test(`classifies ${name}`, () => assert.equal(brief(given), expected))

test('the reasons name the facts, the strongest first', () => {
  assert.deepEqual(kindOf({ OUIVendor: 'Roku, Inc.', Services: ['roku:ecp'] }), {
    Vendor: 'Roku',
    Category: 'Media player',
    Model: '',
    Confidence: 'High',
    Evidence: ['It announces roku:ecp.', 'Its MAC address belongs to Roku, Inc.'],
    Coded: [
      { Code: 'home.kindByAnnouncement', Values: ['roku:ecp'] },
      { Code: 'home.kindByMacVendor', Values: ['Roku, Inc'] },
    ],
  })
  assert.deepEqual(kindOf({ MAC: RANDOM, RandomMAC: true }).Evidence, [
    'Its MAC address is random, so the address shows no vendor.',
  ])
  assert.equal(kindOf({ Services: ['_ipp._tcp'], TXT: HP_TEXTS }).Model, 'HP LaserJet Pro M404dn')
})

const rule = (given: Partial<Fingerprint>): Fingerprint => ({
  ...{ SignalType: 'hostname', Pattern: 'tv', Vendor: '', Category: 'TV', Model: '', Weight: 60, Decisive: false },
  ...given,
})

test('two categories that are close lower the confidence', () => {
  const rules = [rule({ Weight: 85 }), rule({ Category: 'Speaker', SignalType: 'vendor_class', Weight: 75 })]
  const both = received({ Hostname: 'tv', VendorClass: 'tv' })
  assert.equal(classify(both, rules).Confidence, 'Medium')
  assert.equal(classify({ ...both, VendorClass: '' }, rules).Confidence, 'High')
})

test('a decisive rule wins over any weight, and the first rule of the same weight wins', () => {
  const signals = received({ Hostname: 'tv', VendorClass: 'x', OUIVendor: 'y' })
  const others = [rule({ Weight: 99 }), rule({ SignalType: 'mac_vendor', Pattern: 'y', Weight: 99 })]
  const decisive = rule({ SignalType: 'vendor_class', Pattern: 'x', Category: 'Toaster', Weight: 10, Decisive: true })
  assert.deepEqual([classify(signals, [...others, decisive]).Category], ['Toaster'])
  const own = rule({ Vendor: 'Own' })
  assert.equal(classify(signals, [own, rule({ Vendor: 'Built in' })]).Vendor, 'Own')
})

test('each type of signal is compared with its pattern', () => {
  const signals = received({
    OUIVendor: 'Acme Ltd',
    Hostname: 'Box',
    VendorClass: 'acme 1',
    ParamReqList: '1,3,6',
    Services: ['_acme._tcp'],
    TXT: { md: 'Acme One' },
    SSDPHeaders: { SERVER: 'Acme/1' },
    Domains: ['acme.example'],
  })
  const patterns: Record<(typeof SIGNAL_TYPES)[number], [match: string, none: string]> = {
    oui: ['00-80-77', '00:80:78'],
    mac_vendor: ['acme*', 'acme'],
    hostname: ['box', 'bo'],
    mdns_service: ['_acme._tcp', '_acme._udp'],
    mdns_txt: ['md=acme*', 'model=acme*'],
    ssdp: ['acme/*', 'server'],
    dns: ['example', 'me.example'],
    vendor_class: ['acme*', 'acme'],
    dhcp_params: ['1,3,6', '1,3,6,15'],
  }
  for (const SignalType of SIGNAL_TYPES) {
    const [match, none] = patterns[SignalType]
    const category = (Pattern: string) => classify(signals, [rule({ SignalType, Pattern })]).Category
    assert.deepEqual([category(match), category(none)], ['TV', ''], SignalType)
  }
})

test('a pattern with many wildcards takes no time that grows with their number', () => {
  assert.equal(matches('a*b*c', 'a--b--c'), true)
  assert.equal(matches('*', ''), true)
  assert.equal(matches('ab*ba', 'aba'), false)
  assert.equal(matches('a*b', 'b*a'), false)
  assert.equal(matches('*x*', 'abc'), false)
  // A backtracking regular expression would take years.
  assert.equal(matches(`${'*a'.repeat(60)}*b`, 'a'.repeat(128)), false)
})

test('the built-in rules are valid, distinct, and of known categories', () => {
  assert.deepEqual(Fingerprints.parse(BUILTIN), BUILTIN)
  const keys = BUILTIN.map(({ SignalType, Pattern }) => `${SignalType} ${Pattern}`)
  assert.equal(new Set(keys).size, keys.length)
  for (const { Category, Vendor, Pattern } of BUILTIN) {
    assert.ok(Category === '' ? Vendor !== '' : (CATEGORIES as readonly string[]).includes(Category), Pattern)
    assert.equal(Pattern, Pattern.toLowerCase())
  }
  for (const category of CATEGORIES)
    if (category !== 'Watch')
      assert.ok(
        BUILTIN.some(({ Category }) => Category === category),
        category,
      )
})

test('suggestions follow from the category', () => {
  assert.deepEqual(suggestionsFor('Printer'), { SuggestedGroups: ['printers'], SuggestedPolicies: ['dns'] })
  assert.deepEqual(suggestionsFor('Phone'), { SuggestedGroups: [], SuggestedPolicies: ['wan', 'dns'] })
  assert.deepEqual(suggestionsFor(''), { SuggestedGroups: [], SuggestedPolicies: [] })
  assert.deepEqual(suggestionsFor('constructor'), { SuggestedGroups: [], SuggestedPolicies: ['wan', 'dns'] })
})

test('one rule of a list is added, replaced or deleted, and the others keep their order', () => {
  const [first, second, other] = Fingerprints.parse(
    ['a', 'b', 'c'].map((Pattern) => ({ SignalType: 'hostname', Pattern, Category: 'Camera' })),
  ) as [Fingerprint, Fingerprint, Fingerprint]
  assert.deepEqual(withRule([first], undefined, second), [first, second])
  assert.deepEqual(withRule([first, second], { ...first }, other), [other, second])
  assert.deepEqual(withRule([first, second, first], first, undefined), [second, first])
  assert.equal(withRule([first], second, other), undefined)
})
