import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../errors.ts'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { phrase } from '../phrases/phrase.ts'
import { openVault, refusingVault, vaultWith } from './vault.ts'
import { DamagedFile } from './versions.ts'

const PATH = '/data/vault.key'

test('sealed text can be opened after a restart, and sealing it again gives another text', () => {
  const machine = fakeMachine()
  const vault = openVault(machine, PATH)
  const [one, two] = [vault.seal('größer'), vault.seal('größer')]
  assert.notEqual(one, two)
  assert.ok(!Buffer.from(one, 'base64url').includes('größer'))
  const again = openVault(machine, PATH)
  assert.deepEqual([again.open(one), again.open(two), again.open(vault.seal(''))], ['größer', 'größer', ''])
})

test('text sealed with another key, or altered, is rejected', () => {
  const vault = vaultWith()
  const sealed = vault.seal('secret')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1]! ^= 1
  for (const bad of [bytes.toString('base64url'), '', 'x', sealed.slice(0, 30)])
    assert.throws(() => vault.open(bad), Unavailable, bad)
  assert.throws(() => vaultWith().open(sealed), { name: 'Unavailable', message: /not sealed with the key in memory/ })
})

test('a damaged key is refused and left unchanged, and secrets can be opened when it is restored', () => {
  const machine = fakeMachine()
  const sealed = openVault(machine, PATH).seal('before')
  const sound = machine.files.get(PATH)!
  for (const damaged of ['AAAA\n', '', `${sound.slice(0, -2)}!\n`, `${sound.trim()}A\n`]) {
    machine.files.set(PATH, damaged)
    assert.throws(() => openVault(machine, PATH), {
      name: 'Unavailable',
      message: /key in \/data\/vault\.key is damaged/,
    })
    assert.deepEqual([...machine.files], [[PATH, damaged]])
  }
  machine.files.set(PATH, sound)
  assert.equal(openVault(machine, PATH).open(sealed), 'before')
})

test('without a valid key, no secret is sealed or opened', () => {
  const damage = new DamagedFile(phrase('machine.vaultKeyDamaged', PATH))
  const vault = refusingVault(damage)
  assert.throws(() => vault.seal('secret'), damage)
  assert.throws(() => vault.open('sealed'), damage)
})
