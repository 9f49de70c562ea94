import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soughtIn } from './owner.ts'

test('an address, a hardware address and a name are told apart by their looks', () => {
  assert.deepEqual(soughtIn(' 1.1.1.1 '), { kind: 'address', ip: '1.1.1.1' })
  assert.deepEqual(soughtIn('00:11:22:AA:44:66'), { kind: 'device', mac: '00-11-22-AA-44-66' })
  assert.deepEqual(soughtIn('00-11-22-aa-44-66'), { kind: 'device', mac: '00-11-22-aa-44-66' })
  assert.deepEqual(soughtIn('13335'), { kind: 'name', text: '13335' })
  assert.deepEqual(soughtIn('Deutsche Telekom'), { kind: 'name', text: 'Deutsche Telekom' })
})
