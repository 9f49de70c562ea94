import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contracts } from '../../../router/features/index.ts'
import { AREAS, rightsIn, scopesOf } from './scopes.ts'

test('every path of every part begins a call that the router has', () => {
  const calls = Object.values(contracts).flatMap((contract) => Object.values(contract).map(({ path }) => path))
  for (const path of Object.values(AREAS).flat())
    assert.ok(
      calls.some((call) => call === path || call.startsWith(`${path}/`)),
      path,
    )
})

test('parts become paths with rights, followed by the typed paths without duplicates', () => {
  assert.deepEqual(scopesOf({ groups: 'write', lookup: 'read', devices: 'none' }, ' /ping:rw \n\n/groups:rw\n'), [
    '/groups:rw',
    '/plugins/lookup:r',
    '/ping:rw',
  ])
})

test('a key that was made by parts is shown by parts; paths that are no whole part are shown unchanged', () => {
  const rights = { devices: 'read', dns: 'write' } as const
  assert.deepEqual(rightsIn(scopesOf(rights, '/ping')), { rights, others: ['/ping'] })
  assert.deepEqual(rightsIn(['/devices:r', '/groups:x']), { rights: {}, others: ['/devices:r', '/groups:x'] })
})
