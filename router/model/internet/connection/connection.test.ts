import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionWords } from './connection.ts'

test('notes about a connection are described in words, several of them in one line', () => {
  assert.equal(connectionWords([{ Code: 'connecting', Text: '' }]), 'connecting to the provider')
  assert.equal(
    connectionWords([{ Code: 'login_refused', Text: 'account is locked' }]),
    'the provider refuses the user name or password: account is locked',
  )
  assert.equal(
    connectionWords([
      { Code: 'wrong_passphrase', Text: 'cafe' },
      { Code: 'not_in_range', Text: 'home' },
    ]),
    'wrong passphrase for cafe; home is not in range',
  )
})
