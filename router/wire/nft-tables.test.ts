import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined } from './bytes.ts'
import {
  decodeMessages,
  encodeAttribute,
  NLM_F_ACK,
  NLM_F_CREATE,
  NLM_F_EXCL,
  NLM_F_REQUEST,
  terminatedText,
} from './netlink.ts'
import { NFPROTO_INET, nfgenmsg } from './nfnetlink.ts'
import { decodeTable, encodeTable, NFT_MSG_GETTABLE, OWNED } from './nft-tables.ts'

const NEW_TABLE = NFT_MSG_GETTABLE - 1
const owned = joined(
  nfgenmsg(NFPROTO_INET),
  encodeAttribute(1, terminatedText('sallyport')),
  encodeAttribute(2, Uint8Array.of(0, 0, 0, 2)),
)

test('a table has a name and flags', () => {
  assert.deepEqual(decodeTable(NEW_TABLE, owned), { family: NFPROTO_INET, name: 'sallyport', flags: 2 })
})

test('other messages and truncated ones are no tables with flags', () => {
  assert.equal(decodeTable(NFT_MSG_GETTABLE, owned), undefined)
  for (let length = 0; length < owned.length; length++)
    assert.ok((decodeTable(NEW_TABLE, owned.subarray(0, length))?.flags ?? 0) === 0)
})

test('a transaction creates a table with its flags', () => {
  const [begin, created, end, ...others] = decodeMessages(
    encodeTable({ family: NFPROTO_INET, name: 'sallyport', flags: OWNED }, true),
  )
  assert.deepEqual([begin?.type, end?.type, others.length], [0x10, 0x11, 0])
  assert.equal(created?.flags, NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL)
  assert.deepEqual(decodeTable(created.type, created.payload), { family: NFPROTO_INET, name: 'sallyport', flags: 6 })
})
