import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemoryFacts } from '../../store/memory.ts'
import { linkHandlers } from './handlers.ts'

test('links are told with what they are for', async () => {
  const { facts, change } = openMemoryFacts()
  const wan = { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true } as const
  await change((draft) => draft.interfaces.put('wan0', wan))
  const caller = { name: 'admin', kind: 'user', address: '' } as const
  assert.deepEqual(linkHandlers({ facts }).configuration({ params: {}, query: {}, body: undefined, caller }), [wan])
})
