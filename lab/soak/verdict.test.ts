import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawCurve, roundUp } from './curve.ts'
import type { Sample } from './sample.ts'
import { addServed, growthOf, isServed, ratesOf, spellServed } from './verdict.ts'

const MIB = 1 << 20

/** A run of some samples, one a minute, whose memory is given in MiB. */
const runOf = (memory: readonly number[]): Sample[] =>
  memory.map((mib, n) => ({
    ...{ seconds: n * 60, memory: mib * MIB, processor: n * 3, written: n * MIB, saved: 0 },
    ...{ openFiles: 60, threads: 16, kernel: 1600, connections: 100 },
  }))
const failing = (samples: readonly Sample[]): string[] =>
  growthOf(samples)
    .filter(({ isTooMuch }) => isTooMuch)
    .map(({ name }) => name)

test('memory that grows throughout a run is found, and a warm-up is none', () => {
  const minutes = Array.from({ length: 80 }, (_, n) => n)
  assert.deepEqual(failing(runOf(minutes.map((n) => 120 + n / 4))), ['resident memory'])
  assert.deepEqual(failing(runOf(minutes.map((n) => Math.min(120 + 3 * n, 160) + (n % 2) * 6))), [])
})

test('a run of less than an hour is not judged', () => {
  assert.deepEqual(failing(runOf(Array.from({ length: 30 }, (_, n) => 120 + n))), [])
})

test('rates are those between the first and the last sample', () => {
  const { processor, writtenADay } = ratesOf(runOf([100, 100, 100]))
  assert.equal(processor, 0.05)
  assert.equal(writtenADay, (MIB / 60) * 86_400)
  assert.deepEqual(ratesOf(runOf([100])), { processor: 0, writtenADay: 0 })
})

test('a run in which the router answers too little fails, and one that requests nothing', () => {
  assert.equal(isServed({ sent: 1000, answered: 950 }), true)
  assert.equal(isServed({ sent: 1000, answered: 949 }), false)
  assert.equal(isServed({ sent: 0, answered: 0 }), false)
  const sum = addServed({ sent: 50, answered: 50 }, { sent: 50, answered: 0 })
  assert.equal(spellServed('leases', sum), 'leases: 50 of 100: too few')
})

test('the curve has a text alternative, a round scale and a point for each sample', () => {
  assert.deepEqual([3, 120, 161, 501, 1000].map(roundUp), [5, 200, 200, 1000, 1000])
  const svg = drawCurve(runOf([120, 150, 140]), 'memory')
  assert.match(svg, /<title>memory: from 120 to 140 MiB, at most 150 MiB, in 2 minutes<\/title>/)
  assert.equal(/points="([^"]*)"/.exec(svg)?.[1]?.split(' ').length, 3)
})
