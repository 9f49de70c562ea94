import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostInOneTurn } from './turns.fixture.ts'
import { inTurns } from './turns.ts'

const NUMBERS = Array.from({ length: 1000 }, (_, i) => i)

test('each item is worked on once, in order, and so many in each turn of the event loop', async () => {
  const seen: number[] = []
  const most = await mostInOneTurn((counted) =>
    inTurns(NUMBERS, 64, (number) => {
      counted()
      seen.push(number)
    }),
  )
  assert.deepEqual(seen, NUMBERS)
  assert.equal(most, 64)
})

test('items are made in the turn in which they are worked on', async () => {
  const most = await mostInOneTurn((counted) => {
    function* made(): Generator<number> {
      for (const number of NUMBERS) {
        counted()
        yield number
      }
    }
    return inTurns(made(), 64, () => undefined)
  })
  assert.equal(most, 64)
})

test('few items are worked on before the call returns', () => {
  let sum = 0
  void inTurns([1, 2, 3], 4, (number) => {
    sum += number
  })
  assert.equal(sum, 6)
})

test('a failure of the work is a failure of the whole', async () => {
  await assert.rejects(
    inTurns(NUMBERS, 64, (number) => {
      if (number === 500) throw new Error('five hundred')
    }),
    /five hundred/,
  )
})
