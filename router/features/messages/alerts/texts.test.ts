import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phrase } from '../../../phrases/phrase.ts'
import { openAlertTexts } from './texts.ts'

const textsOf = openAlertTexts({ deviceOf: () => undefined })
const alert = { Topic: 'backup:remote:failed', Title: 'Backup failed', Body: '{{Place}}: {{Reason}}' }

test('titles of the router, reasons and causes are in the language of the reader', () => {
  const Coded = phrase('remoteFault.because', phrase('remoteFault.login'), 'HTTP 401').toJSON()
  const event = { Place: 'nas', Reason: 'the server does not accept the login (HTTP 401)', Coded }
  assert.deepEqual(textsOf(alert, event, 'de'), {
    title: 'Sicherung fehlgeschlagen',
    body: 'nas: der Server nimmt die Anmeldung nicht an (HTTP 401)',
  })
  assert.equal(textsOf(alert, event, 'en').body, `nas: ${event.Reason}`)
  const join = { Topic: 'wifi:auth:fail', Body: '{{Cause}}' }
  assert.equal(textsOf(join, { Cause: 'wrong passphrase' }, 'de').body, 'falsches Kennwort')
})

test('an event with a code that is none keeps its text', () => {
  const nested = Array.from({ length: 40 }).reduce<object>((inner) => ({ Code: 'machine.about', Values: [inner] }), {})
  for (const Coded of [null, 'x', {}, { Code: 'none', Values: [] }, { Code: 'machine.about', Values: [{}] }, nested])
    assert.equal(textsOf(alert, { Place: 'nas', Reason: 'full', Coded }, 'de').body, 'nas: full')
  for (const event of [null, undefined, 'text', 7]) assert.equal(textsOf(alert, event, 'de').body, ':')
})
