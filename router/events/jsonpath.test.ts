import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileJsonPath } from './jsonpath.ts'

const login = {
  type: 'user',
  name: 'admin',
  reason: 'wrong password',
  TCP: { DstPort: 22, SYN: true },
  size: '1500',
  none: null,
  list: [],
}

for (const [text, expected] of [
  ['$[?(@.type=="user")]', true],
  ["$[?(@.type=='user')]", true],
  ['$[?@.type == "user"]', true],
  ['$[?(@.type=="token")]', false],
  ['$[?(@.type != "token" && @.name == "admin")]', true],
  ['$[?(@.type == "token" || (@.TCP.DstPort >= 22 && @.TCP.DstPort < 23))]', true],
  ['$[?(!(@.type == "user"))]', false],
  ['$[?(!@.missing)]', true],
  ['$[?(@.TCP.SYN == true)]', true],
  ['$[?(@["TCP"].DstPort > 22)]', false],
  ['$[?(@.TCP.DstPort=="22")]', true],
  ['$[?("22" == @.TCP.DstPort)]', true],
  ['$[?(@.TCP.DstPort != "22")]', false],
  ['$[?(@.TCP.DstPort == "23")]', false],
  ['$[?(@.TCP.DstPort == "22(ssh)")]', false],
  ['$[?(@.TCP.DstPort == "")]', false],
  ['$[?(@.TCP.DstPort < "100")]', true],
  ['$[?(@.TCP.DstPort >= "22.5")]', false],
  ['$[?(@.size == 1500)]', true],
  ['$[?(@.size > @.TCP.DstPort)]', true],
  ['$[?(@.size == "1500.0")]', false],
  ['$[?(@.TCP.SYN == "true")]', false],
  ['$[?(@.missing == "22")]', false],
  ['$[?(@.missing == @.other)]', true],
  ['$[?(@.none == 0)]', false],
  ['$[?(@.reason =~ "^wrong")]', true],
  ["$[?(@.reason =~ '^wrong' && @.type=~'use.')]", true],
  ['$[?(@.reason=~/PASSWORD$/i)]', true],
  ['$[?(@.reason =~ "right")]', false],
  ['$[?(@["reason"] =~ "pass") && @.type == "user"]', true],
  ['$[?(@.name == "=~")]', false],
  ['$[?(@.TCP.DstPort =~ "22")]', false],
  ['$[?match(@.type, "u.er")]', true],
  ['$[?length(@.name) == 5]', true],
  ['$[0].TCP', true],
  ['$[0].none', false],
  ['$[0].list', false],
  ['$[1]', false],
  ['$..DstPort', true],
] as const)
  test(`${text} ${expected ? 'matches' : 'does not match'} a failed login`, () =>
    assert.equal(compileJsonPath(text).matches(login), expected))

test('selected values are returned', () => {
  assert.deepEqual(compileJsonPath('$[?(@.type=="user")]').select(login), [login])
  assert.deepEqual(compileJsonPath('$..DstPort').select(login), [22])
})

for (const [text, reason] of [
  ['', /JPath: is not a valid JSONPath expression/],
  ['$[?(@.type==', /JPath: is not a valid JSONPath expression/],
  ['$[?(=~ "a")]', /on its left/],
  ['$[?(@.a =~ @.b)]', /on its right/],
  ['$[?(@.a =~ /b/x)]', /flags/],
  ['$[?(@.a =~ "(")]', /is not a valid pattern/],
  ['$[?(@.a =~ "(?=b)")]', /is not a valid pattern/],
  ['$[?search(@.a, @.b)]', /must be a string/],
  ['$[?(@.a =~ "((a{100}){100}){100}")]', /pattern/],
  ['$[?(@.constructor.constructor("return 1")())]', /not a valid/],
  [`$[?(@.a == "${'x'.repeat(1024)}")]`, /at most 1024 characters/],
  [`$[?${'('.repeat(17)}@.a${')'.repeat(17)}]`, /levels of brackets/],
  [`$[${Array(65).fill('*').join(',')}]`, /at most 64 selectors/],
  ['$..a..b..c', /descendant/],
] as const)
  test(`${text.slice(0, 50)} is refused`, () =>
    assert.throws(() => compileJsonPath(text, 'JPath'), { name: 'Invalid', message: reason }))

/** 4,000 numbers in a tree. */
const wide = { rows: Array.from({ length: 40 }, () => ({ cells: Array.from({ length: 100 }, (_, index) => index) })) }

for (const text of [
  `$${'[*,*]'.repeat(30)}`,
  '$..*..*',
  '$..[?@..*]',
  '$..[?$..cells == 1]'.replace('$..cells', '$[0].rows[0].cells'),
  '$..[?$[0].rows == $[0].rows[1]]',
])
  test(`${text.slice(0, 40)} stops at its maximum of work`, () =>
    assert.deepEqual(compileJsonPath(text).select(wide), []))

test('patterns that need exponential time elsewhere are matched in linear time', () => {
  const path = compileJsonPath('$[?(@.a =~ "^(a+)+$")]')
  assert.equal(path.matches({ a: `${'a'.repeat(500)}b` }), false)
  assert.equal(path.matches({ a: 'a'.repeat(500) }), true)
})

test('an event that is nested too deep does not match', () => {
  let event: unknown = 1
  for (let depth = 0; depth < 100; depth++) event = { event }
  assert.equal(compileJsonPath('$..x').matches(event), false)
})
