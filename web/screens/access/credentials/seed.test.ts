import assert from 'node:assert/strict'
import { test } from 'node:test'
import { URI } from 'otpauth'
import { seedUri, spaced } from './seed.ts'

test('an authenticator app reads the seed, and shows the codes that the router expects', () => {
  const read = URI.parse(seedUri('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'admin'))
  assert.equal(read.secret.base32, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
  assert.deepEqual([read.issuer, read.label, read.algorithm, read.digits], ['Sallyport', 'admin', 'SHA1', 6])
})

test('a seed is typed four letters at a time', () => assert.equal(spaced('ABCDEFGHIJ'), 'ABCD EFGH IJ'))
