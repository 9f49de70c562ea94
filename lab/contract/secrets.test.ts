import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { vaultWith } from '../../router/store/vault.ts'
import { disclosedBy, secretsIn } from './secrets.ts'

const KEY = randomBytes(32)
const PASSPHRASE = { place: 'devices PSKEntry.Psk', value: 'a "quoted" passphrase' }
const PRIVATE = { place: 'tunnels PrivateKey', value: KEY.toString('base64') }

test('a secret is found in plain form, in JSON, base64 and hexadecimal, also in the middle of another text', () => {
  const both = [PASSPHRASE, PRIVATE]
  const found = (text: string) => disclosedBy(text, both).map(({ place }) => place)
  const { value } = PASSPHRASE
  const within = (before: string) => Buffer.from(`${before}${value} and more`)
  for (const text of [
    `x${value}x`,
    JSON.stringify({ Psk: value }),
    ...['', 'a', 'ab', 'abc'].flatMap((before) => [
      within(before).toString('base64'),
      `{"a":"${within(before).toString('base64url')}"}`,
    ]),
    within('').toString('hex'),
    `0${within('').toString('hex').toUpperCase()}`,
  ])
    assert.deepEqual(found(text), [PASSPHRASE.place], text)
  for (const text of [`"${PRIVATE.value}"`, KEY.toString('hex'), KEY.toString('base64url')])
    assert.deepEqual(found(text), [PRIVATE.place], text)
  assert.deepEqual(found(`${value.slice(1)} ${randomBytes(64).toString('base64')} {"Psk":"**"}`), [])
})

test('of a private key in PEM, its lines are found, and not the public key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { place: 'tls server.key', value: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string }
  assert.deepEqual(disclosedBy(JSON.stringify([key.value]), [key]), [key])
  assert.deepEqual(disclosedBy(key.value.split('\n')[1] ?? '', [key]), [key])
  assert.deepEqual(disclosedBy(publicKey.export({ type: 'spki', format: 'pem' }) as string, [key]), [])
})

test('every sealed text is a secret, wherever it is stored, and so are hashes, digests and passphrases', () => {
  const vault = vaultWith()
  const row = (table: string, key: string, after: unknown) => ({ table, key, before: undefined, after })
  const rows = [
    row('devices', 'x', { Name: 'tv', PSKEntry: { Type: 'sae', Psk: 'one' } }),
    row('devices', 'y', { Name: 'nas', PSKEntry: { Type: '', Psk: '' } }),
    row('users', 'admin', { Name: 'admin', PasswordHash: 'two' }),
    row('tokens', 'three', { Name: 'x', Sealed: vault.seal('four'), ScopedPaths: ['/devices'] }),
    row('new', 'x', { List: [{ Deep: vault.seal('five') }, { Deep: vaultWith().seal('of another router') }] }),
    row('settings', 'nats', { SealedToken: vault.seal('six'), Host: 'nats.lan' }),
  ]
  assert.deepEqual(
    secretsIn(rows, vault).map(({ place, value }) => `${place}: ${value}`),
    [
      'devices PSKEntry.Psk: one',
      'users PasswordHash: two',
      'tokens key: three',
      'tokens Sealed: four',
      'new List.Deep: five',
      'nats SealedToken: six',
    ],
  )
})
