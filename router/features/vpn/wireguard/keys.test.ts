import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicKey } from '../../../model/home/devices/device.ts'
import { newKeyPair, newPresharedKey, publicKeyOf } from './keys.ts'

test('the public key of a private key is the one that wg pubkey prints', () => {
  assert.equal(
    publicKeyOf('6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4='),
    '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI=',
  )
})

test('key pairs are different, belong together, and have the form that wg prints', () => {
  const [one, other] = [newKeyPair(), newKeyPair()]
  assert.notEqual(one.privateKey, other.privateKey)
  assert.equal(publicKeyOf(one.privateKey), one.publicKey)
  assert.ok(isPublicKey(one.publicKey))
  assert.ok(isPublicKey(newPresharedKey()))
})
