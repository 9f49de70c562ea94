import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSeed, timeStepOf } from './codes.ts'

/** RFC 6238 appendix B, SHA-1: the seed is the text below; of eight digits six are shown. */
const SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const VECTORS = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const

test('codes are those of RFC 6238', () => {
  for (const [seconds, code] of VECTORS)
    assert.equal(timeStepOf(SEED, code.slice(2), seconds * 1000), Math.floor(seconds / 30), code)
})

test('a code is valid one step early and one step late, and its own step is returned', () => {
  const code = '287082'
  const steps = [-2, -1, 0, 1, 2].map((late) => timeStepOf(SEED, code, (59 + 30 * late) * 1000))
  assert.deepEqual(steps, [undefined, 1, 1, 1, undefined])
})

test('wrong and malformed codes are rejected', () => {
  for (const code of ['287083', '', '28708', '94287082', 'abcdef'])
    assert.equal(timeStepOf(SEED, code, 59_000), undefined)
})

test('a seed is 160 random bits', () => {
  assert.match(newSeed(), /^[A-Z2-7]{32}$/)
  assert.notEqual(newSeed(), newSeed())
})
