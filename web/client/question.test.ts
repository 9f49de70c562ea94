import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openQuestion } from './question.ts'

test('concurrent callers share one question and its answer', async () => {
  const question = openQuestion()
  const seen: boolean[] = []
  question.subscribe(() => seen.push(question.isOpen()))
  const [first, second] = [question.ask(), question.ask()]
  assert.ok(question.isOpen())
  question.answer(true)
  assert.deepEqual(await Promise.all([first, second]), [true, true])
  assert.deepEqual(seen, [true, false])
})

test('an answer is not used for the next question', async () => {
  const question = openQuestion()
  question.subscribe(() => {})
  question.answer(true)
  const next = question.ask()
  question.answer(false)
  assert.equal(await next, false)
})
