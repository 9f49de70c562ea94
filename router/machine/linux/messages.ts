import koffi from 'koffi'
import { AF_INET } from './libc.ts'

/** Sizes of `struct mmsghdr`, `struct iovec` and `struct sockaddr_in` on 64-bit platforms, in 32-bit words. */
export const HEADER = 16
export const VECTOR = 4
export const SOCKET_ADDRESS_WORDS = 4
/** Offsets in an `mmsghdr`, in words: name, its length, vectors, their number, and the received bytes. */
export const NAME = 0
export const NAME_LENGTH = 2
const VECTORS = 4
const VECTOR_COUNT = 6
export const RECEIVED = 14
/** The offset of the length in an `iovec`. */
export const LENGTH = 2

/**
 * Memory that `recvmmsg` and `sendmmsg` read and write: `count` messages, each with `size` bytes in `places` and a
 * `sockaddr_in`, or an address of as many words, in `names`. The parts contain each other's addresses, which V8 does not see: keep all of them for as long as
 * one is used, or the kernel writes into memory that belongs to something else.
 */
export function openMessages(count: number, size: number, addressWords = SOCKET_ADDRESS_WORDS) {
  const places = Buffer.alloc(Math.max(64, count * size))
  const names = new Uint32Array(count * addressWords)
  const vectors = new Uint32Array(count * VECTOR)
  const headers = new Uint32Array(count * HEADER)
  for (let i = 0; i < count; i++) {
    point(vectors, i * VECTOR, koffi.address(places) + BigInt(i * size))
    vectors[i * VECTOR + LENGTH] = size
    point(headers, i * HEADER + NAME, koffi.address(names) + BigInt(i * addressWords * 4))
    headers[i * HEADER + NAME_LENGTH] = addressWords * 4
    point(headers, i * HEADER + VECTORS, koffi.address(vectors) + BigInt(i * VECTOR * 4))
    headers[i * HEADER + VECTOR_COUNT] = 1
  }
  return { places, names, vectors, headers }
}

function point(words: Uint32Array, at: number, address: bigint): void {
  words[at] = Number(address & 0xffffffffn)
  words[at + 1] = Number(address >> 32n)
}

/** The first word of a `sockaddr_in`, and its second. */
export const portWord = (port: number): number => AF_INET | (swapped16(port) << 16)
export const swapped16 = (value: number): number => ((value & 0xff) << 8) | (value >>> 8)
export const swapped32 = (value: number): number =>
  ((value << 24) | ((value & 0xff00) << 8) | ((value >>> 8) & 0xff00) | (value >>> 24)) >>> 0
