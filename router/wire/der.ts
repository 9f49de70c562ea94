/**
 * Encodes ASN.1 values as DER, for certificates that the router signs (ITU-T X.690). There is no decoder: OpenSSL reads the
 * certificates of others.
 */

import { joined } from './bytes.ts'

function lengthOf(size: number): number[] {
  if (size < 0x80) return [size]
  const octets: number[] = []
  for (let left = size; left > 0; left >>>= 8) octets.unshift(left & 0xff)
  return [0x80 | octets.length, ...octets]
}

const tagged =
  (tag: number) =>
  (...parts: readonly Uint8Array[]): Uint8Array => {
    const content = joined(...parts)
    return joined(Uint8Array.of(tag, ...lengthOf(content.length)), content)
  }

export const sequence = tagged(0x30)
export const set = tagged(0x31)
export const octets = tagged(0x04)

/** `[n]`, constructed: explicit around a value, or implicit in the place of a SEQUENCE's tag. */
export const context = (n: number, ...parts: readonly Uint8Array[]): Uint8Array => tagged(0xa0 | n)(...parts)
/** `[n]` IMPLICIT of a primitive type: its content alone. */
export const primitive = (n: number, content: Uint8Array): Uint8Array => tagged(0x80 | n)(content)

export const TRUE = tagged(0x01)(Uint8Array.of(0xff))

/** A whole number that is not negative, from its big-endian bytes. */
export function integer(...bytes: readonly number[]): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? [0] : bytes.slice(first)
  // The highest bit is the sign.
  return tagged(0x02)(Uint8Array.of(...(digits[0]! & 0x80 ? [0] : []), ...digits))
}

/** Whole bytes, or with the last `unused` bits left out. */
export const bits = (content: Uint8Array, unused = 0): Uint8Array => tagged(0x03)(Uint8Array.of(unused), content)

export const utf8 = (text: string): Uint8Array => tagged(0x0c)(new TextEncoder().encode(text))
export const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)

/** An object identifier, such as `2.5.4.3`. */
export function oid(dotted: string): Uint8Array {
  const [root = 0, branch = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06)(Uint8Array.from([root * 40 + branch, ...rest].flatMap(base128)))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f))
  return digits
}

/** A moment in milliseconds since 1970, to the second. RFC 5280 4.1.2.5: with two digits for the year up to 2049. */
export function derTime(ms: number): Uint8Array {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  return digits < '2050' ? tagged(0x17)(ascii(digits.slice(2))) : tagged(0x18)(ascii(digits))
}
