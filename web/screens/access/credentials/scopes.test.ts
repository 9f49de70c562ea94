import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsIn, scopesOfRights } from './scopes.ts'

test('parts become paths with rights, followed by the typed paths without duplicates', () => {
  assert.deepEqual(scopesOfRights({ groups: 'write', lookup: 'read', devices: 'none' }, ' /ping:rw \n\n/groups:rw\n'), [
    '/groups:rw',
    '/plugins/lookup:r',
    '/ping:rw',
  ])
})

test('a key that was made by parts is shown by parts; paths that are no whole part are shown unchanged', () => {
  const rights = { devices: 'read', dns: 'write' } as const
  assert.deepEqual(rightsIn(scopesOfRights(rights, '/ping')), { rights, others: ['/ping'] })
  assert.deepEqual(rightsIn(['/devices:r', '/groups:x']), { rights: {}, others: ['/devices:r', '/groups:x'] })
})
