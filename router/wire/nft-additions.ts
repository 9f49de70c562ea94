import { formatMac } from '../values/mac.ts'
import { type NetlinkMessage, readAttribute } from './netlink.ts'
import {
  encodeTransaction,
  messageType,
  NFGENMSG_BYTES,
  NFNL_SUBSYS_NFTABLES,
  NFTA_DATA_VALUE,
  NFTA_SET_ELEM_KEY,
  NFTA_SET_ELEM_LIST_ELEMENTS,
  NFTA_SET_ELEM_LIST_SET,
} from './nfnetlink.ts'

/** `linux/netfilter/nf_tables.h`. */
const NFT_MSG_NEWRULE = messageType(NFNL_SUBSYS_NFTABLES, 6)
const NFT_MSG_NEWSETELEM = messageType(NFNL_SUBSYS_NFTABLES, 12)
/** The message that deletes what a message has added: it reads the same attributes, such as the handle of a rule. */
const UNDONE_BY: ReadonlyMap<number, number> = new Map([
  [NFT_MSG_NEWRULE, messageType(NFNL_SUBSYS_NFTABLES, 8)],
  [NFT_MSG_NEWSETELEM, messageType(NFNL_SUBSYS_NFTABLES, 14)],
])
const NFTA_RULE_CHAIN = 2
const NFTA_LIST_ELEM = 1

/** What another program has added. `keys`: the elements, each in the encoding of the kernel; empty if it has none. */
export type Addition =
  | { readonly kind: 'rule'; readonly chain: string }
  | { readonly kind: 'elements'; readonly set: string; readonly keys: readonly Uint8Array[] }

/** What a notification reports as added; undefined for any other. */
export function additionIn({ type, payload }: NetlinkMessage): Addition | undefined {
  const attributes = payload.subarray(NFGENMSG_BYTES)
  if (type === NFT_MSG_NEWRULE) return { kind: 'rule', chain: textIn(attributes, NFTA_RULE_CHAIN) }
  if (type !== NFT_MSG_NEWSETELEM) return undefined
  const keys: Uint8Array[] = []
  const elements = readAttribute(attributes, NFTA_SET_ELEM_LIST_ELEMENTS)
  const element = elements && readAttribute(elements, NFTA_LIST_ELEM)
  const key = element && readAttribute(element, NFTA_SET_ELEM_KEY)
  const value = key && readAttribute(key, NFTA_DATA_VALUE)
  if (value) keys.push(Uint8Array.from(value))
  return { kind: 'elements', set: textIn(attributes, NFTA_SET_ELEM_LIST_SET), keys }
}

/** One transaction that deletes what these notifications report as added. The kernel acknowledges the last deletion. */
export const encodeUndo = (added: readonly NetlinkMessage[]): Uint8Array =>
  encodeTransaction(
    added.map(({ type, payload }) => {
      const undo = UNDONE_BY.get(type)
      if (undo === undefined) throw new RangeError(`message ${type} adds nothing`)
      // The payload of a notification has the generation of the ruleset as its resource; here it is 0.
      const own = Uint8Array.from(payload)
      own.fill(0, 2, NFGENMSG_BYTES)
      return { type: undo, flags: 0, payload: own }
    }),
  )

const PROTOCOLS: Readonly<Record<number, string>> = { 6: 'tcp', 17: 'udp' }

/** Bytes and text of each type of a key. */
const PARTS: Readonly<Record<string, readonly [bytes: number, text: (value: Uint8Array) => string]>> = {
  ipv4_addr: [4, (value) => value.join('.')],
  ether_addr: [6, (value) => formatMac(value)],
  inet_service: [2, (value) => String((value[0]! << 8) | value[1]!)],
  inet_proto: [1, ([number = 0]) => PROTOCOLS[number] ?? String(number)],
  ifname: [16, (value) => `"${new TextDecoder().decode(value).replace(/\0.*$/s, '')}"`],
}

/** The key of an element in the syntax of nft(8). The parts of a concatenation are padded to four bytes. */
export function keyText(key: Uint8Array, types: readonly string[]): string {
  let at = 0
  const parts = types.map((type) => {
    const [bytes, text] = PARTS[type] ?? [key.length - at, (value: Uint8Array) => Buffer.from(value).toString('hex')]
    const part = text(key.subarray(at, at + bytes))
    at += (bytes + 3) & ~3
    return part
  })
  return parts.join(' . ')
}

function textIn(attributes: Uint8Array, type: number): string {
  const value = readAttribute(attributes, type)
  return value ? new TextDecoder().decode(value).replace(/\0$/, '') : ''
}
