import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf } from '../../../../router/model/internet/uplinks/fault.ts'
import { connectionStateWords, uplinkFaultWords } from './faultWords.ts'

test('a fault of an uplink is shown by its code, and an old one without a code by the words of the router', () => {
  assert.equal(uplinkFaultWords(faultOf('no_carrier')), 'No signal on the cable')
  assert.equal(uplinkFaultWords({ Reason: 'no carrier', Code: '', Connection: [] }), 'No carrier')
  assert.equal(
    uplinkFaultWords(faultOf('connection', [{ Code: 'not_in_range', Text: 'cafe' }])),
    'cafe is not in range',
  )
})

test('notes about a connection name the network, the reason of the provider, or the error message', () => {
  assert.equal(connectionStateWords([]), '')
  assert.equal(
    connectionStateWords([
      { Code: 'wrong_passphrase', Text: 'cafe' },
      { Code: 'not_in_range', Text: 'home' },
    ]),
    'Wrong passphrase for cafe; home is not in range',
  )
  assert.equal(
    connectionStateWords([{ Code: 'login_refused', Text: 'account is locked' }]),
    'The provider refuses the user name or password: account is locked',
  )
  assert.equal(connectionStateWords([{ Code: 'session_ended', Text: '' }]), 'The provider has ended the session')
})
