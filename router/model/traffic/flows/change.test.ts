import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipToNumber } from '../../../values/ip.ts'
import { type Counts, eachChange, encodeChange } from './change.ts'

const [PHONE, TV] = [ipToNumber('192.168.2.6'), ipToNumber('192.168.2.10')]

function decode(bytes: Uint8Array): [ip: number, difference: Counts][] {
  const found: [ip: number, difference: Counts][] = []
  eachChange(bytes, (ip, ...difference) => found.push([ip, difference]))
  return found
}

test('encoded differences decode to the same values, in the order of addresses', () => {
  const phone: Counts = [0, 1, -1, 127]
  const tv: Counts = [128, -128, Number.MAX_SAFE_INTEGER >> 1, 2 ** 51]
  const bytes = encodeChange([
    [TV, tv],
    [PHONE, phone],
  ])
  assert.deepEqual(decode(bytes), [
    [PHONE, phone],
    [TV, tv],
  ])
})

test('an additional address with little traffic takes a few bytes', () => {
  const one = encodeChange([[PHONE, [0, 0, 0, 0]]])
  const two = encodeChange([
    [PHONE, [0, 0, 0, 0]],
    [TV, [0, 0, 60, 8000]],
  ])
  assert.equal(two.length - one.length, 6)
})

test('no differences are no bytes, and truncated bytes do not cause an endless loop', () => {
  assert.equal(encodeChange([]).length, 0)
  assert.deepEqual(decode(Uint8Array.of()), [])
  assert.deepEqual(decode(Uint8Array.of(5, 255)), [[5, [-64, 0, 0, 0]]])
})
