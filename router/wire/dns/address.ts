import { TYPE } from './constants.ts'

/** The data of a record: bytes from `data` to `next`. */
export interface RecordAt {
  readonly type: number
  readonly data: number
  readonly next: number
}

/** Returns the text of the address at an offset if it matches. */
type Check = (bytes: Buffer, at: number) => string | undefined
interface Wanted {
  readonly v4: Check
  readonly v6: Check
}

/**
 * The first address in a record that `wanted` matches. Hints in SVCB and HTTPS records count, since browsers
 * connect to them. RFC 9460 7.3.
 */
export function firstAddress(bytes: Buffer, { type, data, next }: RecordAt, wanted: Wanted): string | undefined {
  if (type === TYPE.A) return next - data === 4 ? wanted.v4(bytes, data) : undefined
  if (type === TYPE.AAAA) return next - data === 16 ? wanted.v6(bytes, data) : undefined
  if (type === TYPE.SVCB || type === TYPE.HTTPS) return firstHint(bytes, data, next, wanted)
  return undefined
}

/**
 * The address in a record's data (bytes from `start` to `end`) if it is not public: loopback, private, shared with the provider
 * or link-local. A hostile name could use it to reach devices behind the router. Undefined if there is none.
 */
export function privateAddress(bytes: Buffer, type: number, start: number, end: number): string | undefined {
  return firstAddress(bytes, { type, data: start, next: end }, PRIVATE)
}

const PRIVATE: Wanted = { v4: privateV4, v6: privateV6 }

/**
 * RFC 6890: this network, private, shared with the provider (RFC 6598), loopback, link-local, protocol assignments, benchmarks
 * (RFC 2544); multicast and above.
 */
function privateV4(bytes: Buffer, at: number): string | undefined {
  const a = bytes[at]!
  const b = bytes[at + 1]!
  const isPrivate =
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || (b === 0 && bytes[at + 2] === 0))) ||
    (a === 198 && (b & 0xfe) === 18) ||
    a >= 224
  return isPrivate ? `${a}.${b}.${bytes[at + 2]}.${bytes[at + 3]}` : undefined
}

function privateV6(bytes: Buffer, at: number): string | undefined {
  const a = bytes[at]!
  const b = bytes[at + 1]!
  const inner = insideV6(bytes, at, privateV4)
  const isPrivate =
    inner !== undefined ||
    // 64:ff9b:1::/48: translated to IPv4 within the provider's network. RFC 8215.
    (bytes.readUInt32BE(at) === 0x64ff9b && bytes.readUInt16BE(at + 4) === 1) ||
    (a & 0xfe) === 0xfc || // fc00::/7, unique local
    (a === 0xfe && b >= 0x80) || // fe80::/10 link-local, fec0::/10 site-local
    a === 0xff // multicast
  return isPrivate ? formatV6(bytes, at) : undefined
}

/**
 * Applies `v4` to the IPv4 address embedded in an IPv6 address: ::ffff:10.0.0.1 (mapped), ::10.0.0.1 (compatible, which includes
 * :: and ::1), 64:ff9b::10.0.0.1 (translated, RFC 6052), 2002:a00:1:: (6to4, RFC 3056), and an interface identifier ::5efe:10.0.0.1
 * (ISATAP, RFC 5214). Undefined if there is none.
 */
export function insideV6(bytes: Buffer, at: number, v4: Check): string | undefined {
  const zeros = leadingZeros(bytes, at)
  const mapped = zeros === 10 && bytes[at + 10] === 0xff && bytes[at + 11] === 0xff
  const translated = bytes.readUInt32BE(at) === 0x64ff9b && bytes.readBigUInt64BE(at + 4) === 0n
  const isatap = (bytes.readUInt32BE(at + 8) & ISATAP_MASK) === ISATAP
  if (mapped || translated || isatap || zeros >= 12) return v4(bytes, at + 12)
  return bytes.readUInt16BE(at) === SIX_TO_FOUR ? v4(bytes, at + 2) : undefined
}

const SIX_TO_FOUR = 0x2002
/** 0000:5efe or 0200:5efe: the bit says whether the address is unique in the world. */
const ISATAP = 0x5efe
const ISATAP_MASK = ~0x02000000

function leadingZeros(bytes: Buffer, at: number): number {
  let zeros = 0
  while (zeros < 16 && bytes[at + zeros] === 0) zeros++
  return zeros
}

const formatV6 = (bytes: Buffer, at: number): string =>
  Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(at + i * 2).toString(16))
    .join(':')
    .replace(/\b0(:0)+\b/, '::')
    .replace(/:{3,}/, '::')

const IPV4_HINT = 4
const IPV6_HINT = 6

/** Priority, target name (never compressed, RFC 9460 2.2), then parameters: key, length, value. */
function firstHint(bytes: Buffer, start: number, end: number, wanted: Wanted): string | undefined {
  let at = start + 2
  while (at < end && bytes[at] !== 0) at += 1 + bytes[at]!
  at++
  while (at + 4 <= end) {
    const key = bytes.readUInt16BE(at)
    const value = at + 4
    const next = value + bytes.readUInt16BE(at + 2)
    if (next > end) return undefined
    const size = key === IPV4_HINT ? 4 : 16
    if (key === IPV4_HINT || key === IPV6_HINT) {
      for (let hint = value; hint + size <= next; hint += size) {
        const found = size === 4 ? wanted.v4(bytes, hint) : wanted.v6(bytes, hint)
        if (found) return found
      }
    }
    at = next
  }
  return undefined
}
