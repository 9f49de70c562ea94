import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { type Delivery, NewTarget, TargetUpdate } from '../../../model/messages/notify/contract.ts'
import { vaultWith } from '../../../store/vault.ts'
import { newTarget, openedSettings, revisedTarget, shownTarget } from './revision.ts'

const vault = vaultWith()
const NEVER = { State: 'never', At: 0, Delivered: 0, Message: '', Waiting: 0, Next: 0, Dropped: 0 } satisfies Delivery
const make = (body: object) => newTarget('0123456789abcdef', NewTarget.parse({ Name: 'one', ...body }), vault)
const EMAIL = {
  ...{ Host: 'mail.example.org', User: 'ada', Password: 'open-sesame' },
  ...{ From: 'router@example.org', To: ['ada@example.org'] },
}
const mail = make({ Kind: 'email', Email: EMAIL, QuietHours: { From: '22:00', To: '07:00' } })
const change = (body: object, before = mail) => revisedTarget(before, TargetUpdate.parse(body), vault)
const passwordOf = (target: typeof mail) => (openedSettings(target.Way, vault) as { Password: string }).Password

test('secrets are sealed, shown as a mask, and kept when the mask is sent back', () => {
  assert.ok(!JSON.stringify(mail).includes('open-sesame'))
  const shown = shownTarget(mail, NEVER)
  assert.equal(shown.Email?.Password, '**')
  assert.deepEqual(shown.QuietHours, { From: '22:00', To: '07:00', ExceptDanger: true })
  assert.equal(shown.Webhook, null)
  const { Id: _id, Last: _last, ...sent } = shown
  assert.deepEqual(change(sent), mail)
  const { Password: _password, ...without } = EMAIL
  assert.equal(passwordOf(change({ Email: { ...without, From: 'home@example.org' } })), 'open-sesame')
  assert.equal(passwordOf(change({ Email: { ...EMAIL, Password: 'other' } })), 'other')
  assert.equal(passwordOf(change({ Email: { ...EMAIL, User: '', Password: '' } })), '')
})

test('a stored secret is not sent to another receiver', () => {
  for (const changed of [
    { Host: 'evil.example' },
    { Port: 25 },
    { Security: 'tls' },
    { User: 'eve' },
    { Authority: rootCertificates[0] },
  ])
    assert.throws(
      () => change({ Email: { ...EMAIL, Password: '**', ...changed } }),
      /^Invalid: Email\.Password: is needed/,
    )
  const ntfy = { Server: 'https://ntfy.example', Topic: 'home', Authority: rootCertificates[0] }
  const phone = make({ Kind: 'ntfy', Ntfy: { ...ntfy, Token: 'open-sesame', Authority: '' } })
  assert.throws(() => change({ Ntfy: { ...ntfy, Token: '**' } }, phone), /^Invalid: Ntfy\.Token: is needed again/)
  const hook = make({ Kind: 'webhook', Webhook: { URL: 'https://a.example/', Secret: 'key' } })
  assert.throws(
    () => change({ Webhook: { URL: 'https://b.example/' } }, hook),
    /^Invalid: Webhook\.Secret: is needed again/,
  )
  assert.ok(change({ Webhook: { URL: 'https://b.example/', Secret: '' } }, hook))
})

test('absent fields are unchanged, and null ends quiet hours', () => {
  const changed = change({ PerHour: 3 })
  assert.deepEqual(changed, { ...mail, PerHour: 3 })
  assert.equal(change({ QuietHours: null }).QuietHours, null)
})

test('the kind cannot change, and settings of another kind are refused', () => {
  assert.throws(() => change({ Kind: 'webhook' }), /^Invalid: Kind: /)
  assert.throws(() => change({ MQTT: { Topic: 'a' } }), /^Invalid: MQTT: /)
  assert.throws(() => make({ Kind: 'ntfy' }), /^Invalid: Ntfy: is needed/)
})
