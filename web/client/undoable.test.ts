import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groups } from '../../router/model/home/groups/contract.ts'
import { openCall } from './call.ts'
import { openUndoable, undoAll } from './undoable.ts'

/** A router that gives each change of groups an Id, and refuses to undo `refused`. */
function open(refused?: string) {
  const undoable = openUndoable()
  const undone: string[] = []
  let count = 0
  const call = openCall({
    fetch: async (address, init) => {
      if (address !== '/undo') return new Response(null, { headers: { 'X-Undo': `${++count}` } })
      const { Id } = JSON.parse(String(init?.body))
      if (Id === refused)
        return new Response('changed again', { status: 409, headers: { 'Content-Type': 'text/plain' } })
      undone.push(Id)
      return new Response(null)
    },
    credentials: () => ({}),
    proof: () => undefined,
    onUndoable: undoable.add,
  })
  const change = () => call(groups.update, { body: { Name: 'family' } })
  return { undoable, undone, call, change }
}

test('the changes of an action are undone together, the latest first', async () => {
  const { undoable, undone, call, change } = open()
  let calls = 0
  undoable.watch(() => calls++)
  await change()
  await change()
  assert.equal(calls, 2)
  const ids = undoable.take()
  assert.deepEqual([ids, undoable.isEmpty()], [['1', '2'], true])
  await undoAll(call, ids)
  assert.deepEqual([undone, calls, undoable.isEmpty()], [['2', '1'], 2, true])
})

test('if one cannot be undone, those before it stay', async () => {
  const { undoable, undone, call, change } = open('2')
  for (let i = 0; i < 3; i++) await change()
  await assert.rejects(undoAll(call, undoable.take()), /changed again/)
  assert.deepEqual(undone, ['3'])
})
