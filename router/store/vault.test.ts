import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../errors.ts'
import { fakeMachine } from '../machine/fake.ts'
import { openVault, vaultWith } from './vault.ts'

const PATH = '/data/vault.key'

test('what was sealed is read again after a restart, and looks different each time', () => {
  const machine = fakeMachine()
  const vault = openVault(machine, PATH)
  const [one, two] = [vault.seal('größer'), vault.seal('größer')]
  assert.notEqual(one, two)
  assert.ok(!Buffer.from(one, 'base64url').includes('größer'))
  const again = openVault(machine, PATH)
  assert.deepEqual([again.open(one), again.open(two), again.open(vault.seal(''))], ['größer', 'größer', ''])
})

test('another key, and altered text, are refused', () => {
  const vault = vaultWith()
  const sealed = vault.seal('secret')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1]! ^= 1
  for (const bad of [bytes.toString('base64url'), '', 'x', sealed.slice(0, 30)])
    assert.throws(() => vault.open(bad), Unavailable, bad)
  assert.throws(() => vaultWith().open(sealed), { name: 'Unavailable', message: /not sealed with the key in memory/ })
})

test('a damaged key file is refused, and left as it is', () => {
  const machine = fakeMachine()
  machine.files.set(PATH, 'AAAA\n')
  assert.throws(() => openVault(machine, PATH), { name: 'Unavailable', message: /vault\.key is damaged/ })
  assert.equal(machine.files.get(PATH), 'AAAA\n')
})
