import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSameRecipient } from './recipient.ts'

test('a secret has another recipient with another server, port, encryption, certificate or user', () => {
  const server = { Host: 'nas.lan', Port: 1883, TLS: true, Authority: '', Username: 'ada' }
  assert.ok(isSameRecipient(server, { ...server }))
  for (const [name, value] of Object.entries({ Host: 'b', Port: 1884, TLS: false, Authority: 'PEM', Username: 'eve' }))
    assert.ok(!isSameRecipient(server, { ...server, [name]: value }), name)
  assert.ok(!isSameRecipient(server, { ...server, HostKey: 'new' }))
})

test('what is sent, and where it is stored on the server, does not matter', () => {
  assert.ok(isSameRecipient({ Host: 'nas.lan', Topics: ['wan:'] }, { Host: 'nas.lan', Topics: ['*'], Folder: 'b' }))
})
