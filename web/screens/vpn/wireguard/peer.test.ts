import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpointsOf, hostOfEndpoint } from './peer.ts'

test('an endpoint without a port gets that of the server', () => {
  assert.deepEqual(endpointsOf(' home.example \n203.0.113.5:4000,\n', 51280), [
    'home.example:51280',
    '203.0.113.5:4000',
  ])
  assert.equal(hostOfEndpoint('203.0.113.9:40000'), '203.0.113.9')
  assert.equal(hostOfEndpoint('[2001:db8::1]:4000'), '2001:db8::1')
  assert.equal(hostOfEndpoint('(none)'), undefined)
})
