import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, matchesPassword, unmatchableHash } from './password.ts'

test('a password matches its own hash, which is never the same twice', async () => {
  const [one, two] = await Promise.all([hashPassword('pässword'), hashPassword('pässword')])
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(one, two)
  assert.ok(await matchesPassword('pässword', one))
  assert.ok(await matchesPassword('pa\u0308ssword', one), 'as a Mac composes it')
  assert.ok(!(await matchesPassword('passwort', one)))
})

test('a hash made by the reference implementation matches', async () => {
  // argon2 "password" with salt "somesalt", 256 KiB, two passes, one lane: from the tests of the reference implementation.
  const text = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  assert.ok(await matchesPassword('password', text))
})

test('invalid hashes, and those with excessive parameters, match nothing', async () => {
  const good = await hashPassword('x')
  const damaged = [
    '',
    'x',
    'plain',
    good.slice(0, -30),
    good.replace('argon2id', 'argon2d'),
    good.replace('m=19456', 'm=9999999'),
    good.replace('t=2', 't=0'),
    good.replace('p=1', 'p=99'),
    `${good}\n`,
  ]
  for (const text of damaged) assert.equal(await matchesPassword('x', text), false, text)
  assert.equal(await matchesPassword('', unmatchableHash()), false)
})
