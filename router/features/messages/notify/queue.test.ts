import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '../../../model/messages/notify/message.ts'
import type { KeyValueLog } from '../../../store/keyvaluelog.ts'
import { openDeliveryQueue } from './queue.ts'

/** A log in memory that returns its rows in the order of their keys, as the one on the disk does. */
function memoryLog(): Pick<KeyValueLog, 'read' | 'change'> {
  const rows = new Map<string, string>()
  return {
    read: () => new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1))),
    change(changed) {
      for (const [key, value] of changed)
        if (value === undefined) rows.delete(key)
        else rows.set(key, value)
    },
  }
}

test('messages wait in the order in which they came, also after a restart', () => {
  const log = memoryLog()
  const queue = openDeliveryQueue(log)
  // As text, 12 comes before 9, and results lie between.
  const targets = [...Array(8).fill('mail'), 'nas', 'phone', 'phone', 'nas']
  for (const [index, target] of targets.entries()) queue.add(target, { title: `${index + 1}` } as Message)
  queue.remove('mail', queue.waiting('mail').slice(0, 7))
  for (const target of ['mail', 'nas']) queue.setLast(target, { at: 1, delivered: 0, failure: 'refused' })

  const again = openDeliveryQueue(log)
  const titles = (target: string) => again.waiting(target).map(({ message }) => message.title)
  assert.deepEqual(
    [titles('nas'), titles('phone')],
    [
      ['9', '12'],
      ['10', '11'],
    ],
  )
  assert.equal(again.last('nas')?.failure, 'refused')
  again.add('nas', { title: 'next' } as Message)
  assert.deepEqual(
    again.waiting('nas').map(({ number }) => number),
    [9, 12, 13],
  )
})
