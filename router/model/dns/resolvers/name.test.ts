import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dnsName, mayNameItself } from './name.ts'

test('names that people give become labels', () => {
  assert.equal(dnsName("Kid's iPad"), 'kids-ipad')
  assert.equal(dnsName('Kid’s  iPad (2)'), 'kids-ipad-2')
  assert.equal(dnsName('Großer Drücker'), 'grosser-drucker')
  assert.equal(dnsName('--TV_living.room--'), 'tv-living-room')
  assert.equal(dnsName('電視'), '')
})

test('a long name is cut, and does not end with a dash', () => {
  assert.equal(dnsName('a'.repeat(80)).length, 63)
  assert.equal(dnsName(`${'a'.repeat(62)} tail`), 'a'.repeat(62))
})

/** Of all characters that there are, half from ASCII. (fast-check's own unit for this lists them all first, which takes a second.) */
const character = fc.oneof(fc.nat(0x7f), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))

test('whatever the text, the result is a label or empty, and stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 200 }), (text) => {
      const name = dnsName(text)
      assert.match(name, /^$|^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
      assert.equal(dnsName(name), name)
    }),
  )
})

test('a device cannot register the name wpad, which browsers query for a proxy', () => {
  assert.equal(mayNameItself('wpad'), false)
  assert.equal(mayNameItself('printer'), true)
})
