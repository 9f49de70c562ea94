import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOfBase64Url, creationOptions, credentialJson, encodeBase64Url, requestOptions } from './passkeyjson.ts'

const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
const text = Buffer.from(bytes).toString('base64url')

test('base64url is read and written as Node does', () => {
  assert.equal(encodeBase64Url(bytes.buffer), text)
  assert.deepEqual(Buffer.from(bytesOfBase64Url(text)), Buffer.from(bytes))
  for (let length = 0; length < 8; length++) {
    const some = bytes.slice(0, length)
    assert.deepEqual(Buffer.from(bytesOfBase64Url(encodeBase64Url(some.buffer))), Buffer.from(some))
  }
})

test('options for the browser have bytes where the router has text', () => {
  const descriptor = { type: 'public-key', id: text, transports: ['internal'] }
  const created = creationOptions({
    challenge: text,
    user: { id: text, name: 'admin' },
    excludeCredentials: [descriptor],
  })
  assert.deepEqual(created.challenge, bytesOfBase64Url(text))
  assert.deepEqual(created.user, { id: bytesOfBase64Url(text), name: 'admin' })
  assert.deepEqual(created.excludeCredentials, [{ ...descriptor, id: bytesOfBase64Url(text) }])
  assert.deepEqual(requestOptions({ challenge: text }).allowCredentials, [])
})

test('a credential is sent without the fields that it does not have', () => {
  const response = { clientDataJSON: bytes.buffer, signature: bytes.slice(0, 2).buffer, userHandle: null }
  const credential = { id: text, rawId: bytes.buffer, response } as unknown as PublicKeyCredential
  assert.deepEqual(credentialJson(credential), {
    ...{ id: text, rawId: text, type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON: text, signature: 'AAE', transports: [] },
  })
})
