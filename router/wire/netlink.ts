import { type Ip, numberToIp } from '../values/ip.ts'
import { endOfValue, findIn, NONE } from './attributes.ts'
import { joined } from './bytes.ts'

/**
 * Netlink messages and their attributes: netlink(7), `linux/netlink.h`. Numbers are in the host's byte order, which is little
 * endian on all supported platforms, unless stated otherwise.
 */

/** `payload`: a fixed part that depends on the type, then attributes. */
export interface NetlinkMessage {
  readonly type: number
  readonly flags: number
  /** Chosen by the sender of a request, and repeated in every reply. */
  readonly sequence: number
  readonly payload: Uint8Array
}

/** The result of a request: `errno` is 0 on success. `words`: the kernel's message, if it has one. */
export interface NetlinkOutcome {
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
const ACK_TLVS = 0x200
const ERROR_TEXT = 1

const aligned = (length: number): number => (length + 3) & ~3
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export function encodeMessage({ type, flags, sequence, payload }: NetlinkMessage): Uint8Array {
  const bytes = new Uint8Array(aligned(HEADER + payload.length))
  const view = viewOf(bytes)
  view.setUint32(0, HEADER + payload.length, true)
  view.setUint16(4, type, true)
  view.setUint16(6, flags, true)
  view.setUint32(8, sequence, true)
  bytes.set(payload, HEADER)
  return bytes
}

/** The complete messages in a buffer, as views into it. A truncated one at the end is omitted. */
export function* decodeMessages(bytes: Uint8Array): Generator<NetlinkMessage> {
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

/** The value of the first attribute of a type, as a view; undefined if there is none, or it is truncated. */
export function readAttribute(attributes: Uint8Array, type: number): Uint8Array | undefined {
  const view = viewOf(attributes)
  const value = findIn(view, 0, attributes.length, type)
  return value === NONE ? undefined : attributes.subarray(value, endOfValue(view, value))
}

/**
 * Decodes an acknowledgement or the end of a dump. Undefined for other messages, and for a truncated one. The kernel's message
 * follows the header of the request, without its payload under NETLINK_CAP_ACK.
 */
export function decodeOutcome({ type, flags, payload }: NetlinkMessage): NetlinkOutcome | undefined {
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

/** A number in the host's byte order; undefined if there is no such attribute. */
export function readUint32(attributes: Uint8Array, type: number): number | undefined {
  const bytes = readAttribute(attributes, type)
  return bytes?.length === 4 ? viewOf(bytes).getUint32(0, true) : undefined
}

/** An IPv4 address; undefined if there is no such attribute. */
export function readIp(attributes: Uint8Array, type: number): Ip | undefined {
  const bytes = readAttribute(attributes, type)
  return bytes?.length === 4 ? numberToIp(viewOf(bytes).getUint32(0)) : undefined
}

/** Text with a terminating zero. */
export const terminatedText = (value: string): Uint8Array => new TextEncoder().encode(`${value}\0`)
