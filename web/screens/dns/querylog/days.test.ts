import assert from 'node:assert/strict'
import { test } from 'node:test'
import { questionsByDay } from './days.ts'
import type { LoggedQuestion } from './question.ts'

const at = (...date: [number, number, number, number]): LoggedQuestion =>
  ({ at: new Date(...date).getTime() }) as unknown as LoggedQuestion

test('queries are listed by day of the local time, with names for the last two days', () => {
  const questions = [at(2026, 2, 3, 1), at(2026, 2, 3, 0), at(2026, 2, 2, 23), at(2026, 1, 28, 12)]
  const days = questionsByDay(questions, new Date(2026, 2, 3, 9).getTime())
  assert.deepEqual(days.map(({ key, name, questions }) => [key, name, questions.length]).slice(0, 2), [
    ['2026-03-03', 'Today', 2],
    ['2026-03-02', 'Yesterday', 1],
  ])
  assert.match(days[2]!.name, /28/)
  assert.deepEqual(questionsByDay([], 0), [])
})
