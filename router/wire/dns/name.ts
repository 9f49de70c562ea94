import { HEADER_SIZE } from './constants.ts'

const LABEL_LIMIT = 63
const NAME_LIMIT = 255

// `PURE`: the admin app imports contracts that import this file, and leaves the buffers out of its build.
const scratch = /* @__PURE__ */ Buffer.alloc(NAME_LIMIT)

/** Whether a byte is not escaped in text: printable, and neither dot nor backslash. */
const isPlain = (byte: number): boolean => byte > 0x20 && byte < 0x7f && byte !== 0x2e && byte !== 0x5c

/**
 * Reads an uncompressed name: its text in lower case without the last dot (`.` for the root), and the offset after it. Other
 * than printable bytes are escaped (`\046`) as in zone files, so that different names have different texts. Undefined if it
 * is truncated, too long, or has a compression pointer. RFC 1035 §3.1, §5.1.
 */
export function readName(bytes: Buffer, start: number): { name: string; end: number } | undefined {
  let at = start
  let plain = true
  while (true) {
    const length = bytes[at]
    if (length === undefined || length > LABEL_LIMIT) return undefined
    const next = at + 1 + length
    if (next > bytes.length || next - start > NAME_LIMIT) return undefined
    if (length === 0) break
    if (at > start) scratch[at - start - 1] = 0x2e
    for (let i = at + 1; i < next; i++) {
      const byte = bytes[i] as number
      if (!isPlain(byte)) plain = false
      scratch[i - start - 1] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
    }
    at = next
  }
  const end = at + 1
  if (at === start) return { name: '.', end }
  return { name: plain ? scratch.toString('latin1', 0, at - start - 1) : escaped(bytes, start), end }
}

/** The text of a valid uncompressed name, as `readName` gives it. */
export const nameOf = (wire: Uint8Array): string =>
  readName(Buffer.from(wire.buffer, wire.byteOffset, wire.length), 0)?.name ?? ''

function escaped(bytes: Buffer, start: number): string {
  const labels: string[] = []
  for (let at = start; bytes[at] !== 0; at += 1 + (bytes[at] as number)) {
    const label = bytes.subarray(at + 1, at + 1 + (bytes[at] as number))
    labels.push(
      Array.from(label, (byte) =>
        isPlain(byte) ? String.fromCharCode(byte).toLowerCase() : `\\${String(byte).padStart(3, '0')}`,
      ).join(''),
    )
  }
  return labels.join('.')
}

/** Encodes a name of plain labels. Throws if it is invalid: only for names of the router's own, never from the network. */
export function writeName(name: string): Buffer {
  const labels = name === '.' ? [] : name.split('.')
  if (labels.some((label) => label === '' || label.length > LABEL_LIMIT)) throw new Error(`not a name: ${name}`)
  const bytes = Buffer.from(
    [...labels.map((label) => String.fromCharCode(label.length) + label), '\0'].join(''),
    'latin1',
  )
  if (bytes.length > NAME_LIMIT) throw new Error(`too long for a name: ${name}`)
  return bytes
}

/**
 * The offset after a name inside a message; -1 if it is truncated, too long, or a pointer does not point to before the labels
 * that it continues, which excludes loops. RFC 1035 §4.1.4.
 */
export function skipName(bytes: Buffer, start: number): number {
  let at = start
  /** Where the current run of labels begins. */
  let from = start
  let end = -1
  let size = 0
  while (true) {
    const length = bytes[at]
    if (length === undefined) return -1
    if (length >= 0xc0) {
      const low = bytes[at + 1]
      if (low === undefined) return -1
      if (end < 0) end = at + 2
      const target = ((length & 0x3f) << 8) | low
      if (target >= from || target < HEADER_SIZE) return -1
      at = target
      from = target
      continue
    }
    if (length > LABEL_LIMIT) return -1
    size += 1 + length
    if (size > NAME_LIMIT) return -1
    at += 1 + length
    if (at > bytes.length) return -1
    if (length === 0) return end < 0 ? at : end
  }
}

/** The offset after an uncompressed name; -1 if it is truncated, too long, or has a compression pointer. */
export function plainNameEnd(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length && at - start < NAME_LIMIT; at += 1 + bytes[at]!) {
    if (bytes[at] === 0) return at + 1
    if (bytes[at]! > LABEL_LIMIT) return -1
  }
  return -1
}

/** A name inside a message without its pointers, as a copy. `skipName` must have accepted it. RFC 1035 §4.1.4. */
export const expandedName = (bytes: Buffer, start: number): Uint8Array =>
  new Uint8Array(expanded.subarray(0, expand(bytes, start)))

/** A name inside a message, maybe compressed: its text as `readName` gives it, and the offset after it. */
export function readCompressedName(bytes: Buffer, start: number): { name: string; end: number } | undefined {
  const end = skipName(bytes, start)
  if (end < 0) return undefined
  expand(bytes, start)
  const read = readName(expanded, 0)
  return read && { name: read.name, end }
}

const expanded = /* @__PURE__ */ Buffer.alloc(NAME_LIMIT)

/** Writes a name that `skipName` has accepted to `expanded`. Returns its length. Byte by byte: labels are short. */
function expand(bytes: Buffer, start: number): number {
  let at = start
  let length = 0
  while (true) {
    const size = bytes[at]!
    if (size >= 0xc0) {
      at = ((size & 0x3f) << 8) | bytes[at + 1]!
      continue
    }
    for (const next = at + 1 + size; at < next; at++) expanded[length++] = bytes[at]!
    if (size === 0) return length
  }
}
