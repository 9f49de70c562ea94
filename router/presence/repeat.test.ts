import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock, settled } from '../machine/stepped.fixture.ts'
import { openRepeated } from './repeat.ts'

function open() {
  const clock = openSteppedClock()
  const begun: number[] = []
  const failures: unknown[] = []
  let end: () => void = () => undefined
  const repeated = openRepeated({
    clock,
    round() {
      begun.push(clock.monotonic())
      return new Promise((resolve) => {
        end = resolve
      })
    },
    pauseMs: (tookMs) => 1000 - tookMs,
    leastMs: 100,
    onFailure: (error) => failures.push(error),
  })
  const from = clock.monotonic()
  return {
    clock,
    repeated,
    begun: () => begun.map((at) => at - from),
    async endRound() {
      end()
      await settled()
    },
  }
}

test('rounds follow each other at the given pause, and never overlap', async () => {
  const { clock, repeated, begun, endRound } = open()
  assert.deepEqual(begun(), [0])
  await clock.step(5000)
  assert.deepEqual(begun(), [0], 'the first round is not over')
  await endRound()
  await clock.step(100)
  assert.deepEqual(begun(), [0, 5100], 'after the shortest pause')
  await clock.step(300)
  await endRound()
  await clock.step(700)
  assert.deepEqual(begun(), [0, 5100, 6100])
  repeated[Symbol.dispose]()
})

test('a round that is requested during another begins as soon as that is over; none begins after disposal', async () => {
  const { clock, repeated, begun, endRound } = open()
  repeated.soon()
  await endRound()
  await clock.step(100)
  assert.deepEqual(begun(), [0, 100])
  repeated[Symbol.dispose]()
  await endRound()
  repeated.soon()
  await clock.step(5000)
  assert.deepEqual(begun(), [0, 100])
})
