import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemoryFacts } from '../../store/memory.ts'
import type { Caller } from '../operation.ts'
import { clients } from './contract.ts'
import { clientHandlers } from './handlers.ts'
import { Themes } from './themes.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const request = { params: {}, query: {}, body: undefined, caller }

test('what a client keeps comes back as it was, and only the last of it', async () => {
  const { themes, setThemes } = clientHandlers(openMemoryFacts())
  assert.deepEqual(themes(request), {})
  await setThemes({ ...request, body: { night: { background: ['#000', null, 1.5, true] } } })
  await setThemes({ ...request, body: { day: {} } })
  assert.deepEqual(themes(request), { day: {} })
})

test('it is an object of at most 64 KiB', () => {
  assert.ok(Themes.safeParse({ a: 'x'.repeat(65_528) }).success)
  for (const body of [{ a: 'x'.repeat(65_529) }, [], 'night', null, { a: undefined }])
    assert.ok(!Themes.safeParse(body).success)
})

test('a flag that nobody knows is refused', () => {
  const { body } = clients.setFlags.details
  assert.ok(body.safeParse([]).success)
  for (const flags of [['x'], 'x', [1]]) assert.ok(!body.safeParse(flags).success)
})
