import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../../model/operation.ts'
import { clients } from '../../../model/plugins/clients/contract.ts'
import { Themes } from '../../../model/plugins/clients/themes.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { clientHandlers } from './part.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const request = { params: {}, query: {}, body: undefined, caller }
const spec = { colorMode: 'dark' as const, accent: '#4dabf7', background: '#101418', card: '#222', text: '#eee' }
const theme = (id: string) => ({ id: `custom-${id}`, name: 'Mine', spec })

test('themes are stored and returned, and a new list replaces the earlier one', async () => {
  const { themes, setThemes } = clientHandlers(openMemoryFacts())
  assert.deepEqual(themes(request), [])
  assert.deepEqual(await setThemes({ ...request, body: [theme('night'), theme('day')] }), [
    theme('night'),
    theme('day'),
  ])
  await setThemes({ ...request, body: [theme('day')] })
  assert.deepEqual(themes(request), [theme('day')])
})

test('themes are a list of at most 32 complete themes with unique IDs', () => {
  const isTaken = (body: unknown): boolean => Themes.safeParse(body).success
  assert.ok(isTaken([]))
  assert.ok(isTaken([{ ...theme('a'), spec: { ...spec, font: 'Inter' } }]))
  assert.ok(isTaken(Array.from({ length: 32 }, (_, i) => theme(`${i}`))))
  assert.ok(!isTaken(Array.from({ length: 33 }, (_, i) => theme(`${i}`))))
  assert.ok(!isTaken([theme('a'), theme('a')]))
  for (const change of [
    { id: 'night' },
    { id: 'custom-' },
    { id: `custom-${'x'.repeat(65)}` },
    { id: 'custom-Night' },
    { name: '' },
    { name: 'x'.repeat(65) },
    { name: 'two\nlines' },
    { spec: { ...spec, colorMode: 'grey' } },
    { spec: { ...spec, accent: 'red' } },
    { spec: {} },
  ])
    assert.ok(!isTaken([{ ...theme('a'), ...change }]), JSON.stringify(change))
  for (const body of [{}, 'night', null, [null]]) assert.ok(!isTaken(body))
})

test('known flags are stored, and others are rejected', async () => {
  const { flags, setFlags } = clientHandlers(openMemoryFacts())
  const { body } = clients.setFlags.details
  for (const flags of [['x'], 'x', [1], {}]) assert.ok(!body.safeParse(flags).success)
  await setFlags({ ...request, body: body.parse(['webllm', 'webllm', 'rustap']) })
  assert.deepEqual(flags(request), ['webllm', 'rustap'])
  await setFlags({ ...request, body: [] })
  assert.deepEqual(flags(request), [])
})
