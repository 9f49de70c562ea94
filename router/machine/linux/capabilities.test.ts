import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingCapabilities } from './capabilities.ts'

const status = (mask: string) => `Name:\tnode\nCapPrm:\t000001ffffffffff\nCapEff:\t${mask}\nCapBnd:\t000001ffffffffff\n`

test('a process with the effective capabilities lacks none, as any user', () => {
  assert.deepEqual(missingCapabilities(status('000001ffffffffff')), [])
  assert.deepEqual(missingCapabilities(status('0000000000003400')), [])
})

test('each missing capability is named', () => {
  assert.deepEqual(missingCapabilities(status('0000000000001000')), ['CAP_NET_BIND_SERVICE', 'CAP_NET_RAW'])
  assert.deepEqual(missingCapabilities(status('0000000000000000')), [
    'CAP_NET_BIND_SERVICE',
    'CAP_NET_ADMIN',
    'CAP_NET_RAW',
  ])
  assert.equal(missingCapabilities('').length, 3)
})
