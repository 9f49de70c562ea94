import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeMessages, encodeAttribute, encodeNested, type NetlinkMessage, terminatedText } from './netlink.ts'
import { additionIn, encodeUndo, keyText } from './nft-additions.ts'

const NEWRULE = 0x0a06
const NEWSETELEM = 0x0a0c
/** `struct nfgenmsg` of the family `inet`, with the generation of the ruleset as in notifications. */
const HEAD = [1, 0, 0x12, 0x34]
const message = (type: number, ...attributes: readonly Uint8Array[]): NetlinkMessage => ({
  ...{ type, flags: 0, sequence: 0 },
  payload: Uint8Array.from([...HEAD, ...attributes.flatMap((attribute) => [...attribute])]),
})
const KEY = Uint8Array.of(192, 168, 2, 6, ...Buffer.from('lan0'.padEnd(16, '\0')))
const element = message(
  NEWSETELEM,
  encodeAttribute(1, terminatedText('sallyport')),
  encodeAttribute(2, terminatedText('lan_access')),
  encodeNested(3, encodeNested(1, encodeNested(1, encodeAttribute(1, KEY)))),
)
const rule = message(
  NEWRULE,
  encodeAttribute(1, terminatedText('sallyport')),
  encodeAttribute(2, terminatedText('forward')),
  encodeAttribute(3, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 9)),
)

test('added elements and rules are read from notifications', () => {
  assert.deepEqual(additionIn(element), { kind: 'elements', set: 'lan_access', keys: [KEY] })
  assert.deepEqual(additionIn(rule), { kind: 'rule', chain: 'forward' })
  assert.equal(additionIn(message(0x0a08)), undefined, 'a deleted rule')
  assert.deepEqual(additionIn(message(NEWSETELEM)), { kind: 'elements', set: '', keys: [] })
})

test('one transaction deletes them, with the attributes of the notifications and no generation', () => {
  const messages = [...decodeMessages(encodeUndo([element, rule]))]
  assert.deepEqual(
    messages.map(({ type, flags, sequence }) => [type, flags, sequence]),
    [
      [0x10, 1, 0],
      [0x0a0e, 1, 1],
      [0x0a08, 5, 2],
      [0x11, 1, 3],
    ],
  )
  assert.deepEqual([...messages[1]!.payload.subarray(0, 4)], [1, 0, 0, 0])
  assert.deepEqual(messages[1]!.payload.subarray(4), element.payload.subarray(4))
  assert.throws(() => encodeUndo([message(0x0a08)]), RangeError)
})

test('keys are written in the syntax of nft', () => {
  assert.equal(keyText(KEY, ['ipv4_addr', 'ifname']), '192.168.2.6 . "lan0"')
  const rest = Uint8Array.of(6, 0, 0, 0, 0x1f, 0x90, 0, 0, 2, 0, 0, 0, 0, 1)
  assert.equal(keyText(rest, ['inet_proto', 'inet_service', 'ether_addr']), 'tcp . 8080 . 02:00:00:00:00:01')
  assert.equal(keyText(Uint8Array.of(1, 171), ['']), '01ab')
})
