import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { deriveSlowly, openArchive, readArchive, sealArchive } from './archive.ts'

const PASSPHRASE = 'größer als alles'
const STATE = { Rows: ['a secret'] }
const made = Date.UTC(2026, 0, 31, 12)
const text = await sealArchive(STATE, PASSPHRASE, deriveSlowly, { made, release: '0.1.0' })

test('an archive opens with its passphrase, however its letters were typed', async () => {
  assert.deepEqual(await openArchive(readArchive(text), PASSPHRASE, deriveSlowly), STATE)
  assert.deepEqual(await openArchive(readArchive(text), PASSPHRASE.normalize('NFD'), deriveSlowly), STATE)
})

test('an archive shows its time and release, and its contents are encrypted', () => {
  const { Made, Release, State } = readArchive(text)
  assert.deepEqual([Made, Release], ['2026-01-31T12:00:00.000Z', '0.1.0'])
  assert.ok(!State.includes('secret'))
})

test('one state and one passphrase never make the same archive twice', async () => {
  const { Salt, Nonce } = readArchive(await sealArchive(STATE, PASSPHRASE, deriveSlowly, { made, release: '0.1.0' }))
  assert.ok(!Salt.equals(readArchive(text).Salt) && !Nonce.equals(readArchive(text).Nonce))
})

test('an archive is not decrypted with another passphrase, nor with the correct one after a part was altered', async () => {
  const refused = (altered: string, passphrase = PASSPHRASE) =>
    assert.rejects(
      openArchive(readArchive(altered), passphrase, deriveSlowly),
      (error) => error instanceof Invalid && error.field === 'Passphrase',
      altered.slice(0, 120),
    )
  await refused(text, 'kleiner als alles')
  await refused(text.replace('2026-01-31', '2027-01-31'))
  await refused(text.replace('"0.1.0"', '"0.2.0"'))
  const { State } = JSON.parse(text) as { State: string }
  const bytes = Buffer.from(State, 'base64')
  for (const at of [0, bytes.length - 1]) {
    const altered = Buffer.from(bytes)
    altered[at]! ^= 1
    await refused(text.replace(State, altered.toString('base64')))
  }
  await refused(text.replace(State, bytes.subarray(0, 40).toString('base64')))
})

test('invalid archives and later formats are refused before a key is derived', () => {
  const fields = JSON.parse(text) as Record<string, unknown>
  const cut = text.slice(0, -20)
  for (const bad of [
    '',
    '{}',
    '[1]',
    cut,
    JSON.stringify({ ...fields, Salt: 'AAAA' }),
    JSON.stringify({ ...fields, State: 7 }),
  ])
    assert.throws(() => readArchive(bad), { name: 'Invalid', message: 'is not a Sallyport backup' })
  assert.throws(
    () => readArchive(JSON.stringify({ ...fields, Format: 2 })),
    /a format that this version of Sallyport does not support/,
  )
})
