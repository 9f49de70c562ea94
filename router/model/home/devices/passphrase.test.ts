import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatePassphrase } from './passphrase.ts'

test('a passphrase has 16 characters without look-alikes', () => {
  for (let i = 0; i < 200; i++) assert.match(generatePassphrase(), /^[A-HJ-NP-Za-km-np-z2-9=#%+*-]{16}$/)
})

test('bytes that would favour some letters are passed over', () => {
  const bytes = [Uint8Array.of(240, 255, 0), Uint8Array.from({ length: 32 }, (_, i) => i)]
  assert.equal(
    generatePassphrase(() => bytes.shift()!),
    'AABCDEFGHJKMNPQR',
  )
})
