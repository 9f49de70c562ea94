import { ipToNumber, isIp } from '../values/ip.ts'
import { isMac, parseMac } from '../values/mac.ts'
import { NLM_F_ACK, NLM_F_CREATE, NLM_F_REQUEST } from './netlink.ts'
import {
  messageType,
  NFNL_MSG_BATCH_BEGIN,
  NFNL_MSG_BATCH_END,
  NFNL_SUBSYS_NFTABLES,
  NFPROTO_INET,
  NFTA_DATA_VALUE,
  NFTA_SET_ELEM_KEY,
  NFTA_SET_ELEM_LIST_ELEMENTS,
  NFTA_SET_ELEM_LIST_SET,
  NFTA_SET_ELEM_LIST_TABLE,
} from './nfnetlink.ts'
import { NFT_MSG_DELSETELEM } from './nft-counters.ts'

/** `linux/netfilter/nfnetlink.h` and `nf_tables.h`; numbers in attributes are in network order. */
const NFT_MSG_NEWSETELEM = messageType(NFNL_SUBSYS_NFTABLES, 12)
const NLA_F_NESTED = 0x8000
const NFTA_LIST_ELEM = 1
const NFTA_SET_ELEM_DATA = 2
const NFTA_SET_ELEM_KEY_END = 10
const NFTA_DATA_VERDICT = 2
const NFTA_VERDICT_CODE = 1
const NFTA_VERDICT_CHAIN = 2
/** `NF_DROP`, `NF_ACCEPT`, `NFT_RETURN`, `NFT_JUMP`, `NFT_GOTO`. */
const VERDICTS: Readonly<Record<string, number>> = { drop: 0, accept: 1, return: -5, jump: -3, goto: -4 }
const PROTOCOLS: Readonly<Record<string, number>> = { tcp: 6, udp: 17 }
const IFNAMSIZ = 16

/**
 * An element to add to a set, or to delete. Key and value are in the syntax of nft(8): `192.168.2.6 . "wlan0.4096"`,
 * `tcp . 80-90`; `accept`, `jump family`, `192.168.2.6 . 8080`, or empty in a set without values. Deletion ignores the value.
 */
export interface ElementChange {
  readonly present: boolean
  readonly set: string
  readonly key: string
  readonly value: string
}

/**
 * The messages of one transaction that changes elements of a table of the family `inet`, in their order. The kernel
 * acknowledges the last element, or reports an error for each that it rejects. Throws `RangeError` for any other syntax.
 */
export function encodeElementBatch(table: string, changes: readonly ElementChange[]): Uint8Array {
  const writer = new Writer(changes.reduce((bytes, change) => bytes + mostBytes(table, change), 64))
  writer.message(NFNL_MSG_BATCH_BEGIN, NLM_F_REQUEST, 0, NFNL_SUBSYS_NFTABLES, () => undefined)
  for (const [i, { present, set, key, value }] of changes.entries()) {
    const flags = NLM_F_REQUEST | (present ? NLM_F_CREATE : 0) | (i === changes.length - 1 ? NLM_F_ACK : 0)
    writer.message(present ? NFT_MSG_NEWSETELEM : NFT_MSG_DELSETELEM, flags, i + 1, 0, () => {
      writer.attribute(NFTA_SET_ELEM_LIST_TABLE, () => writer.text(table))
      writer.attribute(NFTA_SET_ELEM_LIST_SET, () => writer.text(set))
      writer.nested(NFTA_SET_ELEM_LIST_ELEMENTS, () =>
        writer.nested(NFTA_LIST_ELEM, () => {
          writeKey(writer, key)
          if (present && value !== '') writer.nested(NFTA_SET_ELEM_DATA, () => writeValue(writer, value))
        }),
      )
    })
  }
  writer.message(NFNL_MSG_BATCH_END, NLM_F_REQUEST, changes.length + 1, NFNL_SUBSYS_NFTABLES, () => undefined)
  return writer.written()
}

/** A part of a key with its padding takes at most 5 bytes for each of its characters, and twice that in a range. */
const mostBytes = (table: string, { set, key, value }: ElementChange): number =>
  160 + table.length + set.length + 10 * (key.length + value.length)

function writeKey(writer: Writer, key: string): void {
  const parts = key.split(' . ')
  const isRange = parts.some((part) => RANGE.test(part))
  for (const [attribute, end] of isRange ? KEY_ENDS : KEY_ENDS.slice(0, 1))
    writer.nested(attribute, () =>
      writer.attribute(NFTA_DATA_VALUE, () =>
        writer.concatenation(parts.map((part) => (RANGE.test(part) ? part.split('-')[end]! : part))),
      ),
    )
}

/** The first and the last key of an element, and which end of a range each has. */
const KEY_ENDS = [
  [NFTA_SET_ELEM_KEY, 0],
  [NFTA_SET_ELEM_KEY_END, 1],
] as const
const RANGE = /^\d+-\d+$/

function writeValue(writer: Writer, value: string): void {
  const [verb = '', chain] = value.split(' ')
  const code = VERDICTS[verb]
  if (code === undefined) {
    writer.attribute(NFTA_DATA_VALUE, () => writer.concatenation(value.split(' . ')))
    return
  }
  writer.nested(NFTA_DATA_VERDICT, () => {
    writer.attribute(NFTA_VERDICT_CODE, () => writer.number(code >>> 0, 4))
    if (chain !== undefined) writer.attribute(NFTA_VERDICT_CHAIN, () => writer.text(chain))
  })
}

/** Writes messages to one buffer, since creating an array for each attribute would take ten times as long. */
class Writer {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(most: number) {
    this.#bytes = new Uint8Array(most)
    this.#view = new DataView(this.#bytes.buffer)
  }

  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#at)
  }

  /** A message with `struct nfgenmsg`: the family `inet`, or none for the begin and end of a batch. */
  message(type: number, flags: number, sequence: number, resource: number, content: () => void): void {
    const start = this.#at
    this.#view.setUint16(start + 4, type, true)
    this.#view.setUint16(start + 6, flags, true)
    this.#view.setUint32(start + 8, sequence, true)
    this.#bytes[start + 16] = resource === 0 ? NFPROTO_INET : 0
    this.#view.setUint16(start + 18, resource)
    this.#at += 20
    content()
    this.#view.setUint32(start, this.#at - start, true)
  }

  nested(type: number, content: () => void): void {
    this.attribute(type | NLA_F_NESTED, content)
  }

  attribute(type: number, content: () => void): void {
    const start = this.#at
    this.#view.setUint16(start + 2, type, true)
    this.#at += 4
    content()
    this.#view.setUint16(start, this.#at - start, true)
    this.#align()
  }

  /** ASCII with a terminating zero. */
  text(text: string): void {
    this.#ascii(text)
    this.#at += 1
  }

  number(value: number, bytes: 1 | 2 | 4): void {
    for (let i = bytes - 1; i >= 0; i--) this.#bytes[this.#at++] = value >>> (8 * i)
  }

  /** The parts of a concatenation are padded to four bytes; a single part is not. */
  concatenation(parts: readonly string[]): void {
    for (const part of parts) {
      this.#part(part)
      if (parts.length > 1) this.#align()
    }
  }

  /** The type of a part follows from its syntax: an IPv4 address, the name of a link, a MAC address, a port, a protocol. */
  #part(part: string): void {
    const protocol = PROTOCOLS[part]
    if (isIp(part)) this.number(ipToNumber(part), 4)
    else if (/^"[!-~]+"$/.test(part)) this.#name(part.slice(1, -1))
    else if (isMac(part)) for (const byte of parseMac(part)) this.number(byte, 1)
    else if (protocol !== undefined) this.number(protocol, 1)
    else if (/^\d{1,5}$/.test(part)) this.number(Number(part), 2)
    else throw new RangeError(`${part} is not a key or value of an element`)
  }

  /** A name that is too long is not shortened: the kernel rejects it. */
  #name(name: string): void {
    this.#ascii(name)
    this.#at += Math.max(0, IFNAMSIZ - name.length)
  }

  #ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.#bytes[this.#at++] = text.charCodeAt(i)
  }

  #align(): void {
    this.#at = (this.#at + 3) & ~3
  }
}
