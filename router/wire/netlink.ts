import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'

/**
 * Netlink messages and their attributes: netlink(7), `linux/netlink.h`. Their numbers are in the host's byte order, which is
 * little endian on every platform that the router runs on; what is in network order says so where it is read.
 */

/** A message, with all that follows its header: a fixed part that depends on the type, then attributes. */
export interface Message {
  readonly type: number
  readonly flags: number
  /** Chosen by who asks, and repeated in every answer. */
  readonly sequence: number
  readonly payload: Uint8Array
}

/** How a request ended: `errno` is 0 when it was done. The kernel adds words where it has some. */
export interface Outcome {
  readonly errno: number
  readonly words: string | undefined
}

export const NLM_F_REQUEST = 0x01
export const NLM_F_ACK = 0x04
export const NLM_F_DUMP_INTR = 0x10
export const NLM_F_DUMP = 0x300
export const NLM_F_REPLACE = 0x100
export const NLM_F_EXCL = 0x200
export const NLM_F_CREATE = 0x400
export const NLM_F_APPEND = 0x800

export const NLMSG_ERROR = 2
export const NLMSG_DONE = 3

const HEADER = 16
const ATTRIBUTE = 4
const NESTED = 0x8000
const TYPE_MASK = 0x3fff
const ACK_TLVS = 0x200
const ERROR_TEXT = 1

const aligned = (length: number): number => (length + 3) & ~3
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function encodeMessage({ type, flags, sequence, payload }: Message): Uint8Array {
  const bytes = new Uint8Array(aligned(HEADER + payload.length))
  const view = viewOf(bytes)
  view.setUint32(0, HEADER + payload.length, true)
  view.setUint16(4, type, true)
  view.setUint16(6, flags, true)
  view.setUint32(8, sequence, true)
  bytes.set(payload, HEADER)
  return bytes
}

/** The whole messages in what was received, as views into it; what is cut off at the end is left out. */
export function* decodeMessages(bytes: Uint8Array): Generator<Message> {
  const view = viewOf(bytes)
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const length = view.getUint32(at, true)
    if (length < HEADER || at + length > bytes.length) return
    yield {
      type: view.getUint16(at + 4, true),
      flags: view.getUint16(at + 6, true),
      sequence: view.getUint32(at + 8, true),
      payload: bytes.subarray(at + HEADER, at + length),
    }
    at += aligned(length)
  }
}

export function encodeAttribute(type: number, value: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(aligned(ATTRIBUTE + value.length))
  const view = viewOf(bytes)
  view.setUint16(0, ATTRIBUTE + value.length, true)
  view.setUint16(2, type, true)
  bytes.set(value, ATTRIBUTE)
  return bytes
}

export const encodeNested = (type: number, ...attributes: readonly Uint8Array[]): Uint8Array =>
  encodeAttribute(type | NESTED, joined(...attributes))

/** The value of the first attribute of a type, as a view; undefined when there is none, or it is cut off. */
export function readAttribute(attributes: Uint8Array, type: number): Uint8Array | undefined {
  for (let at = 0; at + ATTRIBUTE <= attributes.length; ) {
    const length = attributes[at]! | (attributes[at + 1]! << 8)
    if (length < ATTRIBUTE || at + length > attributes.length) return undefined
    if (((attributes[at + 2]! | (attributes[at + 3]! << 8)) & TYPE_MASK) === type)
      return attributes.subarray(at + ATTRIBUTE, at + length)
    at += aligned(length)
  }
  return undefined
}

/**
 * What an acknowledgement or the end of a dump says; undefined for other messages, and for one that is too short. The
 * words follow the header of the request, which is all of it that comes back under NETLINK_CAP_ACK.
 */
export function decodeOutcome({ type, flags, payload }: Message): Outcome | undefined {
  if ((type !== NLMSG_ERROR && type !== NLMSG_DONE) || payload.length < 4) return undefined
  const status = viewOf(payload).getInt32(0, true)
  const attributes = payload.subarray(type === NLMSG_ERROR ? 4 + HEADER : 4)
  const text = flags & ACK_TLVS ? readAttribute(attributes, ERROR_TEXT) : undefined
  return { errno: status < 0 ? -status : 0, words: text && new TextDecoder().decode(text).replace(/\0.*$/s, '') }
}

export function uint16(value: number): Uint8Array {
  const bytes = new Uint8Array(2)
  viewOf(bytes).setUint16(0, value, true)
  return bytes
}

export function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value, true)
  return bytes
}

/** An address in network order. */
export function ipBytes(ip: Ip): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, ipToNumber(ip))
  return bytes
}

/** The value of an attribute that is a number in the host's byte order; undefined when there is none. */
export function readUint32(attributes: Uint8Array, type: number): number | undefined {
  const bytes = readAttribute(attributes, type)
  return bytes?.length === 4 ? viewOf(bytes).getUint32(0, true) : undefined
}

/** The value of an attribute that is an IPv4 address; undefined when there is none. */
export function readIp(attributes: Uint8Array, type: number): Ip | undefined {
  const bytes = readAttribute(attributes, type)
  return bytes?.length === 4 ? numberToIp(viewOf(bytes).getUint32(0)) : undefined
}

/** Text as the kernel takes names: ended by a zero. */
export const text = (value: string): Uint8Array => new TextEncoder().encode(`${value}\0`)

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
