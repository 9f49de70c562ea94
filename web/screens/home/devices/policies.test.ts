import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POLICIES } from '../../../../router/model/home/devices/device.ts'
import { CHOICES, policyWords, withPolicy } from './policies.ts'

test('every policy has a text, and all but two have a switch', () => {
  assert.equal(new Set(policyWords(POLICIES)).size, POLICIES.length)
  assert.deepEqual(
    POLICIES.filter((policy) => !CHOICES.some((choice) => choice === policy)),
    ['api', 'disabled'],
  )
})

test('policies are listed in a fixed order', () => {
  assert.deepEqual(policyWords(['dns', 'wan']), ['Internet', 'DNS'])
  assert.deepEqual(policyWords([]), [])
})

test('turning one policy leaves the others alone', () => {
  assert.deepEqual(withPolicy(['wan', 'api', 'disabled'], 'dns', true), ['wan', 'api', 'disabled', 'dns'])
  assert.deepEqual(withPolicy(['wan', 'dns'], 'wan', false), ['dns'])
  assert.deepEqual(withPolicy(['wan'], 'wan', true), ['wan'])
})
