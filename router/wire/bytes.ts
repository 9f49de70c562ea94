import { type Ip, ipToNumber } from '../values/ip.ts'

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** An unsigned number of at most 32 bits in network order. */
export function bigEndian(value: number, size: 1 | 2 | 4): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let i = 0; i < size; i++) bytes[i] = value >>> (8 * (size - 1 - i))
  return bytes
}

/** An IPv4 address in network order. */
export const ipBytes = (ip: Ip): Uint8Array => bigEndian(ipToNumber(ip), 4)
