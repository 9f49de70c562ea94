import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessDenied } from '../../../errors.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { demandProof } from './factors.ts'

const address = '192.168.2.6'
const admin: Caller = { name: 'admin', kind: 'user', address }
const robin: Caller = { name: 'robin', kind: 'user', address }
const passkeyRow = (User: string) => ({
  ...{ ID: 'key', User, Handle: '', Name: 'Phone', RpId: 'spr.local', PublicKey: '' },
  ...{ Counter: 0, Transports: [], CreatedAt: 0, LastUsed: 0 },
})
const token: Caller = { name: 'dashboard', kind: 'token', address }

test('only callers with confirmed codes or a passkey need a proof; tokens need that of the administrator', async () => {
  const { facts, change } = openMemoryFacts()
  const refused = () =>
    [admin, robin, token].filter((caller) => {
      try {
        demandProof(facts, caller)
        return false
      } catch (error) {
        assert.ok(
          error instanceof AccessDenied && error.kind === 'proof_missing' && error.message.startsWith('Invalid JWT: '),
          String(error),
        )
        return true
      }
    })
  const register = (Name: string, Confirmed: boolean) =>
    change((draft) => draft.otpUsers.put(Name, { Name, Sealed: '', Confirmed, AlwaysOn: false, LastStep: 0 }))
  assert.deepEqual(refused(), [])
  await register('admin', false)
  assert.deepEqual(refused(), [])
  await change((draft) => draft.passkeys.put('key', passkeyRow('robin')))
  assert.deepEqual(refused(), [robin])
  await change((draft) => draft.passkeys.remove('key'))
  await register('admin', true)
  assert.deepEqual(refused(), [admin, token])
  await register('robin', true)
  assert.deepEqual(refused(), [admin, robin, token])
  for (const caller of [admin, robin, token]) demandProof(facts, { ...caller, isProved: true })
})
