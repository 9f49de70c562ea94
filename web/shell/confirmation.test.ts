import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endOfConfirmation, timer, whatWords } from './confirmation.ts'

test('calls are described in plain words, each once', () => {
  assert.equal(whatWords('PUT /link/config lan0'), 'purpose of lan0')
  assert.equal(
    whatWords('PUT /uplink/ip wan0, PUT /subnetConfig, PUT /subnetConfig'),
    'address settings of wan0 and home network',
  )
  assert.equal(whatWords('PUT /ip/link/eth1.7/down'), 'eth1.7 is down')
  assert.equal(whatWords('PUT /something/new'), 'PUT /something/new')
})

test('a timer shows minutes and seconds', () => {
  assert.deepEqual([0, 9.9, 60, 3599].map(timer), ['0:00', '0:09', '1:00', '59:59'])
})

test('a confirmation that ends before its deadline was decided, and otherwise it expired', () => {
  assert.equal(endOfConfirmation(1000, 950_000), 'decided')
  assert.equal(endOfConfirmation(1000, 1_000_200), 'ranOut')
})
