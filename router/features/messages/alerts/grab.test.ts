import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileGrab } from './grab.ts'

const event = JSON.parse('{"MAC":"a","IP":{"SrcIP":"b","DstIP":"c"},"Iface":"d","a.b":"e","__proto__":"f"}') as object

test('fields are copied by name, by path and by pattern', () => {
  const grabs = (fields: string[], grabbed: unknown) => assert.deepEqual(compileGrab(fields, 'x')(event), grabbed)
  grabs([], event)
  grabs(['MAC', 'absent'], { MAC: 'a' })
  grabs(['IP.SrcIP'], { IP: { SrcIP: 'b' } })
  grabs(['IP.SrcIP', 'IP.DstIP', 'IP.x', 'MAC.x'], { IP: { SrcIP: 'b', DstIP: 'c' } })
  grabs(['IP', 'IP.SrcIP'], { IP: { SrcIP: 'b', DstIP: 'c' } })
  grabs(['/^I/'], { IP: { SrcIP: 'b', DstIP: 'c' }, Iface: 'd' })
  grabs(['a.b'], { 'a.b': 'e' })
})

test('a field called __proto__ is a field', () => {
  const grabbed = compileGrab(['__proto__'], 'x')(event) as object
  assert.equal(JSON.stringify(grabbed), '{"__proto__":"f"}')
  assert.equal(Object.getPrototypeOf(grabbed), Object.prototype)
})

test('an event that is no object has no fields', () => {
  for (const event of [null, 1, 'x', ['a']]) assert.deepEqual(compileGrab(['/./', '0'], 'x')(event), {})
})

test('a pattern takes linear time', () => {
  const grab = compileGrab(['/^(a+)+$/'], 'x')
  assert.deepEqual(grab({ [`${'a'.repeat(5000)}b`]: 1 }), {})
})
