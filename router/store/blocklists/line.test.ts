import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openListReader } from './reader.ts'

interface Read {
  blocked: string[]
  spared: string[]
  cancelled: string[]
  ignored: number
}

const textOf = (wire: Buffer): string => {
  const labels: string[] = []
  for (let at = 0; wire[at] !== 0; at += 1 + wire[at]!) labels.push(wire.toString('latin1', at + 1, at + 1 + wire[at]!))
  return labels.join('.')
}

/** What is read from a list that comes in these chunks. */
function read(...chunks: (string | Uint8Array)[]): Read {
  const seen: Read = { blocked: [], spared: [], cancelled: [], ignored: 0 }
  const reader = openListReader({
    name: (wire, spared) => void (spared ? seen.spared : seen.blocked).push(textOf(wire)),
    cancel: (wire, spared) => void seen.cancelled.push(`${spared ? '@@' : ''}${textOf(wire)}`),
    ignore: () => void seen.ignored++,
  })
  for (const chunk of chunks) reader.push(Buffer.from(chunk))
  reader.end()
  return seen
}
const blocks = (text: string): string[] => read(text).blocked

test('hosts files: all sink addresses, several names on a line, comments', () => {
  const text = `# hosts
127.0.0.1 localhost
127.0.0.1 localhost.localdomain
::1 ip6-localhost ip6-loopback
255.255.255.255\tbroadcasthost
0.0.0.0 0.0.0.0
0.0.0.0 Ads.Example.COM # of all of them the worst
0.0.0.0\ta.example  b.example\t#c.example
:: six.example
192.168.2.9 nas.example
`
  const { blocked, spared, ignored } = read(text)
  assert.deepEqual(blocked, ['ads.example.com', 'a.example', 'b.example', 'six.example'])
  assert.deepEqual(spared, [])
  assert.equal(ignored, 7)
})

test('plain names in any case, with a dot at the end or a wildcard', () => {
  assert.deepEqual(blocks('One.example\n two.example. \r\n*.three.example\n_dmarc.four.example # mail\n'), [
    'one.example',
    'two.example',
    'three.example',
    '_dmarc.four.example',
  ])
})

test('rules of ad blockers, and their exceptions', () => {
  const { blocked, spared, ignored } = read(`[Adblock Plus 2.0]
! Title: a list
||ads.example^
||more.example^$important
||zip^
||last.example^|
@@||good.ads.example^
@@||fine.example^|
||script.example^$third-party
||path.example/ads^
||no-end.example
|https://exact.example^
example.org##.banner
example.org#@#.banner
/banner[0-9]+/
&adname=
`)
  assert.deepEqual(blocked, ['ads.example', 'more.example', 'zip', 'last.example'])
  assert.deepEqual(spared, ['good.ads.example', 'fine.example'])
  assert.equal(ignored, 8)
})

test('a note may follow a name without a space', () => {
  const { blocked, ignored } = read('one.example#note\n0.0.0.0 two.example#note three.example\nexample.org##.banner\n')
  assert.deepEqual([blocked, ignored], [['one.example', 'two.example'], 1])
})

test('modifiers: each one is honoured, or its rule is counted as not supported', () => {
  const honoured = ['$important', '$all', '$document', '$doc', '|$important', '$important,all', '$IMPORTANT']
  for (const one of honoured) assert.deepEqual(blocks(`||ads.example^${one}\n`), ['ads.example'], one)
  const others = [
    ...['client=192.168.2.6', 'ctag=device_tv', 'denyallow=a.example', 'dnstype=AAAA', 'dnsrewrite=1.2.3.4'],
    ...[
      'third-party',
      '3p',
      'script',
      'domain=a.example',
      'popup',
      'removeparam=x',
      'csp=x',
      'redirect=noop',
      '~script',
    ],
  ]
  for (const one of others) {
    const { blocked, ignored } = read(`||ads.example^$${one}\n||ads.example^$important,${one}\n`)
    assert.deepEqual([blocked, ignored], [[], 2], one)
  }
  assert.deepEqual(read('||ads.example^$badfilter\n@@||good.example^$badfilter,important\n').cancelled, [
    'ads.example',
    '@@good.example',
  ])
})

test('lines for dnsmasq and unbound, and response policy zones', () => {
  const dnsmasq = read(`address=/a.example/b.example/0.0.0.0
address=/c.example/#
server=/d.example/
local=/e.example/
address=/nas.example/192.168.2.9
server=/f.example/9.9.9.9
`)
  const letters = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter}.example`)
  assert.deepEqual([dnsmasq.blocked, dnsmasq.ignored], [letters, 2])
  const unbound = read(`server:
  local-zone: "a.example" always_nxdomain
  local-zone: b.example. static
  local-data: "c.example A 0.0.0.0"
  local-data: 'd.example 300 IN AAAA ::'
  local-zone: "e.example" always_null
  local-zone: "f.example" transparent
`)
  assert.deepEqual([unbound.blocked, unbound.ignored], [letters, 2])
  const zone = read(`$TTL 300
@ IN SOA localhost. root.localhost. (1 2 3 4 5)
@ IN NS localhost.
; comment
a.example CNAME .
*.a.example CNAME . ; and below
b.example 60 IN CNAME *.
c.example IN CNAME rpz-drop.
good.example CNAME rpz-passthru.
32.7.2.0.192.rpz-ip CNAME .
d.example CNAME walled.example.
`)
  assert.deepEqual(zone.blocked, ['a.example', 'a.example', 'b.example', 'c.example'])
  assert.deepEqual([zone.spared, zone.ignored], [['good.example'], 5])
})

test('internationalized names are converted to Punycode', () => {
  assert.deepEqual(blocks('BÜCHER.example\n||пример.example^\n*.電視.example\n'), [
    'xn--bcher-kva.example',
    'xn--e1afmkfd.example',
    'xn--yw2at7x.example',
  ])
})

test('local and invalid names are ignored', () => {
  const label = 'a'.repeat(63)
  const longest = `${label}.${label}.${label}.${'a'.repeat(61)}`
  assert.deepEqual(blocks(`${longest}\n${label}a.example\na.${longest}\n${longest}a\n`), [longest])
  for (const bad of [
    'single',
    'router.lan',
    'printer.local',
    'a..example',
    '.example.com',
    'a b.example',
    '10.0.0.1',
    '<html><body>not.found</body></html>',
    'http://ads.example/',
    'ads.example:443',
    '.',
    '||^',
    '||lan^',
    '\u0000.example',
    'a\ufffd\u202e.example..',
  ])
    assert.deepEqual(blocks(`${bad}\n`), [], bad)
})

test('a byte order mark, no final line end, lines of any length', () => {
  assert.deepEqual(blocks('\ufeffone.example\ntwo.example'), ['one.example', 'two.example'])
  const { blocked, ignored } = read(`${'x'.repeat(5_000)}.example\nthree.example\n${'# '.repeat(4_000)}`)
  assert.deepEqual(blocked, ['three.example'])
  assert.equal(ignored, 2)
})

test('UTF-16 with a byte order mark', () => {
  const text = '\ufeffone.example\r\nBÜCHER.example\r\n'
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const bytes of [little, big])
    for (const cut of [0, 1, 2, 3, 21])
      assert.deepEqual(read(bytes.subarray(0, cut), bytes.subarray(cut)).blocked, [
        'one.example',
        'xn--bcher-kva.example',
      ])
})

test('the result does not depend on chunks, and arbitrary bytes do not throw', () => {
  const word = fc.constantFrom(
    '0.0.0.0',
    '127.0.0.1',
    '||',
    '@@||',
    '^',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '#',
    '!',
    '.',
    '*.',
    'ads.example',
    'ü',
    '\ufeff',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(word, fc.string({ maxLength: 8 })), { maxLength: 40 }),
      fc.array(fc.nat(200), { maxLength: 6 }),
      (words, cuts) => {
        const bytes = Buffer.from(words.join(''))
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length]
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end))
        assert.deepEqual(read(...chunks), read(bytes))
      },
    ),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      for (const name of read(bytes).blocked) assert.match(name, /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/)
    }),
  )
})
