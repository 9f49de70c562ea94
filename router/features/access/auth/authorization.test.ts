import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credentialsIn, readingsOf } from './authorization.ts'

const basic = (text: string, scheme = 'Basic') => `${scheme} ${Buffer.from(text).toString('base64')}`

test('a header contains a name and a password, or a bearer token', () => {
  assert.deepEqual(credentialsIn(basic('admin:a:b')), { name: 'admin', password: 'a:b' })
  assert.deepEqual(credentialsIn(basic('admin:', 'basic')), { name: 'admin', password: '' })
  assert.deepEqual(credentialsIn(basic('admin:größer')), { name: 'admin', password: 'größer' })
  assert.deepEqual(credentialsIn('Bearer abc'), { bearer: 'abc' })
})

test('other spellings of a bearer header are rejected', () => {
  for (const header of [
    'bearer abc',
    'Bearer  abc',
    'Bearer abc ',
    'Bearer a b',
    'Bearer ',
    'Bearer',
    ' Bearer abc',
    'Token abc',
  ])
    assert.equal(credentialsIn(header), undefined, header)
})

test('other headers contain no credentials', () => {
  for (const header of ['', 'Basic', 'Basic !', basic('admin'), 'Digest username="admin"'])
    assert.equal(credentialsIn(header), undefined, header)
})

test('a websocket message is split in every way that a password with colons permits', () => {
  assert.deepEqual(readingsOf('secret'), ['secret'])
  assert.deepEqual(readingsOf('secret:jwt'), ['secret', 'secret:jwt'])
  assert.deepEqual(readingsOf('a:b:jwt'), ['a', 'a:b:jwt', 'a:b'])
})
