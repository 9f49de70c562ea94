import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vaultWith } from '../../../store/vault.ts'
import { hidden, revealed } from './secrets.ts'

const [mine, theirs] = [vaultWith(), vaultWith()]
const carried = (value: unknown): unknown => hidden(JSON.parse(JSON.stringify(revealed(value, mine))), theirs)

test('a secret is sealed again with the key of another vault', () => {
  const { key } = carried({ certificate: 'c', key: mine.seal('the key') }) as { key: string }
  assert.equal(theirs.open(key), 'the key')
})

test('a value that looks like an exported secret is returned unchanged', () => {
  const named = [{ 'sallyport:secret': 'x' }, { 'sallyport:secret': { 'sallyport:secret': 1 }, other: [null] }]
  for (const value of named) assert.deepEqual(carried({ night: value }), { night: value })
})
