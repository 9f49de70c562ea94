import assert from 'node:assert/strict'
import type { AuditEntry } from '../../../router/model/access/audit/entry.ts'
import { passkeyTexts } from '../../../web/texts/access/credentials/passkeys.ts'
import { accessTexts } from '../../../web/texts/access/credentials.ts'
import { texts } from '../../../web/texts.ts'
import { openPasskeyStories, SECURE } from './browser-passkeys.fixture.ts'

/** A passkey in the app over HTTPS: it is added, signs in alone, and is deleted. */
const { story, page, debug, authenticatorId, section, row, passkeyButton, button, ...app } = await openPasskeyStories()
const words = accessTexts.passkeys

story('a passkey is added with the password', async ({ router }) => {
  await app.add()
  await row()
    .filter({ hasText: words.place('spr.local') })
    .waitFor()
  const { credentials } = await debug.send('WebAuthn.getCredentials', { authenticatorId })
  assert.deepEqual(
    credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
    [['spr.local', true]],
  )
  const status = (await router.api('/webauthn/status')) as { Registered: boolean; Credentials: object[] }
  assert.equal(status.Registered, true)
  assert.ok(!JSON.stringify(status).includes('PublicKey'))
})

story('it signs in alone, without the password, and the audit log has its user', async ({ router }) => {
  await app.signedOutAt(SECURE)
  await passkeyButton().waitFor()
  await app.usePasskey()
  await row()
    .filter({ hasText: words.used('this minute') })
    .waitFor()
  await page.reload()
  await row().waitFor()
  const [entry] = (await router.api('/audit?what=session&limit=1')) as AuditEntry[]
  const { Who, Kind, Operation, What } = entry!
  assert.deepEqual([Who, Kind, Operation], ['admin', 'user', 'POST /webauthn/login/cookie'])
  assert.match(What, /^session of admin/)
})

story('it is deleted once it has been used again, and is refused then', async ({ router }) => {
  await row().getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: words.removeTitle('Phone'), exact: true })
  await dialog.getByRole('button', { name: words.remove, exact: true }).click()
  const question = page.getByRole('dialog', { name: texts.code.title, exact: true })
  await question.getByRole('button', { name: passkeyTexts.instead, exact: true }).click()
  await section().getByText(words.empty, { exact: true }).waitFor()
  assert.deepEqual(await router.api('/webauthn/status'), { Registered: false, Credentials: [] })
  await app.signedOutAt(SECURE)
  await page.waitForLoadState('networkidle')
  assert.equal(await passkeyButton().count(), 0)
  assert.deepEqual(await app.called('PUT', '/webauthn/login'), [400, 'There is no passkey for spr.local.\n'])
})
