import { TYPE } from './constants.ts'

/**
 * The address in a record's data (bytes from `start` to `end`) if it belongs to this machine, a home or a link rather
 * than to a public host: what a hostile name may point at to reach behind the router. Undefined when there is none.
 * Hints in SVCB and HTTPS records count, since browsers connect to them. RFC 9460 7.3.
 */
export function privateAddress(bytes: Buffer, type: number, start: number, end: number): string | undefined {
  if (type === TYPE.A) return end - start === 4 ? privateV4(bytes, start) : undefined
  if (type === TYPE.AAAA) return end - start === 16 ? privateV6(bytes, start) : undefined
  if (type === TYPE.SVCB || type === TYPE.HTTPS) return privateHint(bytes, start, end)
  return undefined
}

/** RFC 6890: this network, private, loopback, link-local; multicast and what lies above it. */
function privateV4(bytes: Buffer, at: number): string | undefined {
  const a = bytes[at]!
  const b = bytes[at + 1]!
  const isPrivate =
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    a >= 224
  return isPrivate ? `${a}.${b}.${bytes[at + 2]}.${bytes[at + 3]}` : undefined
}

function privateV6(bytes: Buffer, at: number): string | undefined {
  const a = bytes[at]!
  const b = bytes[at + 1]!
  const zeros = leadingZeros(bytes, at)
  // An IPv4 address inside: ::ffff:10.0.0.1 (mapped), ::10.0.0.1 (compatible, and :: and ::1 with it), 64:ff9b::10.0.0.1.
  const mapped = zeros === 10 && bytes[at + 10] === 0xff && bytes[at + 11] === 0xff
  const translated = bytes.readUInt32BE(at) === 0x64ff9b && bytes.readBigUInt64BE(at + 4) === 0n
  const inner = mapped || translated || zeros >= 12 ? privateV4(bytes, at + 12) : undefined
  const isPrivate =
    inner !== undefined ||
    (a & 0xfe) === 0xfc || // fc00::/7, unique local
    (a === 0xfe && b >= 0x80) || // fe80::/10 link-local, fec0::/10 site-local
    a === 0xff // multicast
  return isPrivate ? formatV6(bytes, at) : undefined
}

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
function privateHint(bytes: Buffer, start: number, end: number): string | undefined {
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
        const found = size === 4 ? privateV4(bytes, hint) : privateV6(bytes, hint)
        if (found) return found
      }
    }
    at = next
  }
  return undefined
}
