import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soughtIn } from './owner.ts'

test('an IP address, a MAC address and a name are distinguished by their format', () => {
  assert.deepEqual(soughtIn(' 1.1.1.1 '), { kind: 'address', ip: '1.1.1.1' })
  assert.deepEqual(soughtIn('00:11:22:AA:44:66'), { kind: 'device', mac: '00-11-22-AA-44-66' })
  assert.deepEqual(soughtIn('00-11-22-aa-44-66'), { kind: 'device', mac: '00-11-22-aa-44-66' })
  assert.deepEqual(soughtIn('13335'), { kind: 'name', text: '13335' })
  assert.deepEqual(soughtIn('Deutsche Telekom'), { kind: 'name', text: 'Deutsche Telekom' })
})
