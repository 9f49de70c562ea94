import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLocked, NEVER_RIGHT, noteRight, noteWrong, type Tries } from './tries.ts'

const MINUTE = 60_000
const HOME = '192.168.2.6'

/** A day of codes, minute by minute. */
function open() {
  const rows = new Map<string, Tries>()
  let now = Date.UTC(2024, 2, 1, 10)
  const tries = {
    get: (address: string) => rows.get(address),
    put: (address: string, one: Tries) => void rows.set(address, one),
    remove: (address: string) => void rows.delete(address),
    rows: () => rows.entries(),
  }
  return {
    rows,
    pass: (ms: number) => {
      now += ms
    },
    locked: (address = HOME) => isLocked(tries, address, now),
    wrong(times = 1, address = HOME) {
      for (let n = 0; n < times; n++) noteWrong(tries, address, now)
    },
    right: (address = HOME) => noteRight(tries, address, now),
  }
}

test('five wrong codes within a minute lock an address for fifteen', () => {
  const { wrong, locked, pass } = open()
  wrong(4)
  assert.ok(!locked())
  wrong()
  assert.ok(locked())
  pass(15 * MINUTE - 1)
  assert.ok(locked())
  pass(1)
  assert.ok(!locked())
})

test('wrong codes at intervals of fifteen seconds do not lock the address', () => {
  const { wrong, right, locked, pass } = open()
  right()
  for (let n = 0; n < 40; n++) {
    wrong()
    pass(MINUTE / 4)
  }
  assert.ok(!locked())
})

test('a correct code resets the count', () => {
  const { wrong, right, locked } = open()
  wrong(4)
  right()
  wrong(4)
  assert.ok(!locked())
})

test('addresses that never sent a correct code are locked together after ten wrong ones; the owner’s address is not', () => {
  const { wrong, right, locked, pass } = open()
  right()
  for (let n = 0; n < 10; n++) {
    wrong(1, `192.168.2.${10 + 4 * n}`)
    pass(MINUTE)
  }
  assert.deepEqual([locked('192.168.2.10'), locked('192.168.2.254'), locked()], [true, true, false])
  wrong(5)
  assert.ok(locked(), 'its own wrong codes count all the same')
  pass(15 * MINUTE)
  assert.ok(!locked('192.168.2.254'))
})

test('a lock ends when the clock is set back', () => {
  const { wrong, locked, pass, rows } = open()
  wrong(5)
  pass(-365 * 24 * 60 * MINUTE)
  assert.ok(!locked())
  wrong(1, '192.168.2.10')
  assert.ok(!rows.has(HOME))
})

test('the number of stored addresses is limited', () => {
  const { wrong, right, pass, rows } = open()
  for (let n = 0; n < 100; n++) {
    right(`10.0.0.${n}`)
    wrong(1, `10.1.0.${n}`)
    pass(MINUTE)
  }
  const known = [...rows.values()].filter(({ Known }) => Known > 0)
  assert.equal(known.length, 16)
  assert.ok(rows.has('10.0.0.99'))
  assert.ok(rows.size <= 16 + 16 + 1, String(rows.size))
  assert.ok(rows.has(NEVER_RIGHT))
})
