import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extended } from './minutes.ts'
import { sumByAddress } from './slice.ts'

const [PHONE, MOVED, TV] = ['192.168.2.6', '10.9.0.6', '192.168.2.10']
const reading = (at: number, down: Record<string, number>) => ({
  at,
  totals: new Map(Object.entries(down).map(([ip, bytes]) => [ip, { down: bytes, up: 0 }])),
})
const day = extended(
  { slices: [], newest: undefined },
  [reading(0, { [PHONE]: 0 }), reading(60, { [PHONE]: 500 })],
  10,
)!
const sums = (of: ReturnType<typeof extended>) =>
  Object.fromEntries([...sumByAddress(of?.slices ?? [])].map(([ip, { down }]) => [ip, down]))

test('new minutes are added to those that are known', () => {
  const next = extended(day, [reading(60, { [PHONE]: 500 }), reading(120, { [PHONE]: 600, [TV]: 7 })], 10)
  assert.deepEqual(sums(next), { [PHONE]: 600, [TV]: 7 })
  assert.equal(next?.newest?.at, 120)
})

test('a minute that was read before it was recorded does not lose bytes', () => {
  const next = extended(day, [reading(60, { [PHONE]: 550, [TV]: 1 }), reading(120, { [PHONE]: 600, [TV]: 1 })], 10)
  assert.deepEqual(sums(next), { [PHONE]: 600, [TV]: 1 })
})

test('when a device has another address, the known minutes cannot be extended', () => {
  assert.equal(extended(day, [reading(60, { [MOVED]: 500 }), reading(120, { [MOVED]: 600 })], 10), undefined)
  assert.equal(extended(day, [reading(60, { [PHONE]: 3, [MOVED]: 500 })], 10), undefined)
})

test('no more than the requested minutes are kept', () => {
  assert.equal(extended(day, [reading(60, { [PHONE]: 500 }), reading(120, { [PHONE]: 600 })], 1)?.slices.length, 1)
})
