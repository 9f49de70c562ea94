import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lostSecrets } from './lostsecrets.ts'
import { openMemoryFacts } from './memory.fixture.ts'
import { vaultWith } from './vault.ts'

test('with another key every saved secret is listed as lost, with its own key none', async () => {
  const vault = vaultWith()
  const { facts, change } = openMemoryFacts()
  assert.deepEqual(lostSecrets(facts, vault), [])
  const credentials = { certificate: '', key: vault.seal('key') }
  await change((draft) => {
    draft.tokens.put('digest', { Name: 'grafana', Sealed: vault.seal('value'), Expire: 0, ScopedPaths: [] })
    draft.otpUsers.put('admin', {
      Name: 'admin',
      Sealed: vault.seal('seed'),
      Confirmed: true,
      AlwaysOn: false,
      LastStep: 0,
    })
    draft.set('otp', { JWTDurationSeconds: 0, SigningSecret: vault.seal('secret') })
    draft.set('tls', { authority: credentials, server: credentials })
    draft.set('backup', { RecoveryKey: vault.seal('words') })
  })
  assert.deepEqual(lostSecrets(facts, vault), [])
  assert.deepEqual(lostSecrets(facts, vaultWith()), [
    'the value of the token "grafana"',
    'the one-time code of admin',
    'what proofs of one-time codes are signed with',
    'the keys of the HTTPS certificate',
    'the recovery key of archives',
  ])
})
