import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined } from './bytes.ts'
import { encodeAttribute, text } from './netlink.ts'
import { NFPROTO_INET, nfgenmsg } from './nfnetlink.ts'
import { decodeTable, NFT_MSG_GETTABLE } from './nft-tables.ts'

const NEW_TABLE = NFT_MSG_GETTABLE - 1
const owned = joined(
  nfgenmsg(NFPROTO_INET),
  encodeAttribute(1, text('sallyport')),
  encodeAttribute(2, Uint8Array.of(0, 0, 0, 2)),
)

test('a table has a name and flags', () => {
  assert.deepEqual(decodeTable(NEW_TABLE, owned), { name: 'sallyport', flags: 2 })
})

test('other messages and truncated ones are no tables with flags', () => {
  assert.equal(decodeTable(NFT_MSG_GETTABLE, owned), undefined)
  for (let length = 0; length < owned.length; length++)
    assert.ok((decodeTable(NEW_TABLE, owned.subarray(0, length))?.flags ?? 0) === 0)
})
