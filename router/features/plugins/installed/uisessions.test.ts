import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { aSession } from '../../../model/access/credentials/session.fixture.ts'
import type { Caller } from '../../../model/operation.ts'
import { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import type { Draft } from '../../../store/facts.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { digestOf, stampOf } from '../../access/credentials/credential.ts'
import { openUiSessions } from './uisessions.ts'

const alex = { Name: 'alex', PasswordHash: '#1', Role: 'owner' as const }
const sample = KeptPlugin.parse({
  ...{ Name: 'sample', URI: 'sample', UnixPath: '/state/plugins/sample/socket' },
  ...{ Enabled: true, HasUI: true, SandboxedUI: true, Rights: [], Revision: '', TokenKey: '' },
})
const address = '192.168.2.6'
const withPassword: Caller = { name: 'alex', kind: 'user', address }
const withSession: Caller = { ...withPassword, session: digestOf('session') }
const withToken: Caller = { name: 'cli', kind: 'token', address, token: digestOf('token') }

/** Whether a page session of this caller is still valid after an edit, or after a minute. */
async function lasts(caller: Caller, edit?: (draft: Draft) => void): Promise<boolean> {
  const { facts, change } = openMemoryFacts({ setup: { done: true } })
  const clock = openSteppedClock()
  const inAMinute = Math.floor(clock.now() / 1000) + 60
  await change((draft) => {
    draft.users.put('alex', alex)
    draft.plugins.put('sample', sample)
    draft.sessions.put(digestOf('session'), aSession({ Name: 'alex', Password: stampOf(alex), Expires: inAMinute }))
    const token = { Name: 'cli', Sealed: '', Expire: inAMinute, ScopedPaths: [] }
    draft.tokens.put(digestOf('token'), token)
    draft.tokens.put(digestOf('another'), { ...token, Expire: 0 })
  })
  const sessions = openUiSessions({ facts, clock })
  const { token } = sessions.begin(sample, caller)
  if (edit) await change(edit)
  else await clock.step(60_000)
  return sessions.find(token) !== undefined
}

test('a page session ends with the password, role, session or API token that began it', async () => {
  assert.ok(await lasts(withPassword))
  assert.ok(await lasts(withPassword, (draft) => draft.sessions.remove(digestOf('session'))))
  assert.ok(!(await lasts(withPassword, (draft) => draft.users.put('alex', { ...alex, PasswordHash: '#2' }))))
  for (const caller of [withPassword, withSession])
    assert.ok(!(await lasts(caller, (draft) => draft.users.put('alex', { ...alex, Role: 'viewer' }))))
  assert.ok(!(await lasts(withSession, (draft) => draft.sessions.remove(digestOf('session')))))
  // Another token has the same name.
  assert.ok(!(await lasts(withToken, (draft) => draft.tokens.remove(digestOf('token')))))
})

test('a page session ends when the session or API token that began it expires', async () => {
  assert.ok(!(await lasts(withSession)))
  assert.ok(!(await lasts(withToken)))
})
