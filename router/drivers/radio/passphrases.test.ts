import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveKey, openKeys } from './passphrases.ts'

test('a key is that of the standard’s example', async () => {
  // IEEE 802.11-2020, J.4.2, test case 1.
  assert.equal(await deriveKey('password', 'IEEE'), 'f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e')
})

test('a key is derived once for each passphrase, and again for another name of the network', async () => {
  const derived: string[] = []
  const keys = openKeys(async (psk, ssid) => {
    derived.push(`${psk} ${ssid}`)
    return `key of ${psk}`
  })
  await keys.of('Home', ['a', 'b', 'a'])
  await keys.of('Home', ['b', 'c'])
  assert.deepEqual(derived, ['a Home', 'b Home', 'c Home'])
  assert.deepEqual(await keys.of('Garden', ['b']), new Map([['b', 'key of b']]))
  assert.equal(derived.at(-1), 'b Garden')
})
