import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * A frame of a journal: lines in the format of `line.ts`, compressed. Big-endian: size of the compressed bytes (4), CRC-32 of what
 * follows it (4), size of the lines (4), and the bytes (zstd, RFC 8878).
 */
const HEAD = 12
/** Lines of one frame, in bytes: small enough that the page of a search can read a hundred frames. */
export const FRAME_BYTES = 16 * 1024

export function encodeFrame(lines: Uint8Array): Buffer {
  const packed = zstdCompressSync(lines)
  const frame = Buffer.allocUnsafe(HEAD + packed.length)
  frame.writeUInt32BE(packed.length, 0)
  frame.writeUInt32BE(lines.length, 8)
  frame.set(packed, HEAD)
  frame.writeUInt32BE(crc32(frame.subarray(8)), 4)
  return frame
}

/** The lines of the frame at an offset, and the size of the frame. Undefined if it is torn or damaged. */
export function readFrame(bytes: Buffer, at = 0): { lines: Buffer; size: number } | undefined {
  if (at + HEAD > bytes.length) return undefined
  const size = HEAD + bytes.readUInt32BE(at)
  const length = bytes.readUInt32BE(at + 8)
  if (at + size > bytes.length || length > FRAME_BYTES) return undefined
  if (crc32(bytes.subarray(at + 8, at + size)) !== bytes.readUInt32BE(at + 4)) return undefined
  try {
    return { lines: zstdDecompressSync(bytes.subarray(at + HEAD, at + size), { maxOutputLength: length }), size }
  } catch {
    return undefined
  }
}
