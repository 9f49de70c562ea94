import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../machine/stepped.ts'
import { openHistory } from '../../store/history.ts'
import { openOutageBook } from './book.ts'

const outage = (Start: string, End: string) => ({ Iface: 'wan0', Start, End, Reason: 'no carrier' })

test('what is kept is there when the router starts again, the oldest first', () => {
  const onFailure = (what: string) => assert.fail(what)
  using history = openHistory({ path: ':memory:', clock: openSteppedClock(), onFailure })
  const first = outage('2024-03-01T10:00:00.000Z', '2024-03-01T10:05:00.000Z')
  const second = outage('2024-03-01T11:00:00.000Z', '2024-03-01T11:05:00.000Z')
  const book = openOutageBook(history)
  assert.deepEqual(book.past, [])
  book.keep(first)
  book.keep(second)
  assert.deepEqual(book.past, [first, second])
  assert.deepEqual(openOutageBook(history).past, [first, second])
})
