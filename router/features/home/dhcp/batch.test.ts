import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '../../../store/facts.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openBatch } from './batch.ts'
import { deviceOf } from './household.fixture.ts'

const put = (name: string) => (draft: Parameters<Parameters<Change>[0]>[0]) => {
  if (name === 'poison') throw new Error('cannot be')
  draft.devices.put(name, deviceOf(name))
  return name
}

test('edits of one turn share a change, and those that arrive during it the next one', async () => {
  const { change, watch } = openMemoryFacts()
  const batch = openBatch(change)
  const changes: string[] = []
  watch((entries) => changes.push(entries.map(({ key }) => key).join(' ')))
  const first = [batch.add(put('a')), batch.add(put('b'))]
  await Promise.resolve()
  const second = [batch.add(put('c')), batch.add(put('d'))]
  assert.deepEqual(await Promise.all([...first, ...second]), ['a', 'b', 'c', 'd'])
  assert.deepEqual(changes, ['a b', 'c d'])
})

test('an invalid edit in a batch is rejected, and the others are applied', async () => {
  const { change, facts } = openMemoryFacts()
  const batch = openBatch(change)
  const outcomes = await Promise.allSettled(['a', 'b', 'poison', 'c', 'd'].map((name) => batch.add(put(name))))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual([...facts.devices.keys()].sort(), ['a', 'b', 'c', 'd'])
  assert.equal(await batch.add(put('e')), 'e')
})
