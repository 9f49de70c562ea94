/** RFC 9112 §7.1: a size in hexadecimal, and extensions, which mean nothing to anyone. */
const SIZE_LINE = /^([0-9a-fA-F]{1,12})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/
const MAX_SIZE_LINE = 256
/** Fields after the last chunk: they are dropped. */
const MAX_TRAILERS = 8 * 1024

const CR = 13
const LF = 10

export interface ChunkedDecoder {
  /**
   * Reads the next bytes of a body in chunks, and moves its content to their beginning. Returns the number of bytes of content. Throws for
   * a body that is not valid.
   */
  read(bytes: Uint8Array): number
  /** Whether the last chunk and its trailers have been read. */
  readonly isComplete: boolean
  /** How many of the last bytes belong to the body; fewer than were given if something follows it. */
  readonly consumed: number
}

/** Decodes a chunked body (RFC 9112 §7.1), which may be cut into parts anywhere. */
export function openChunkedDecoder(): ChunkedDecoder {
  let state: 'size' | 'content' | 'end of content' | 'trailers' | 'complete' = 'size'
  let left = 0
  let line = ''
  let trailers = 0
  let consumed = 0

  /** The bytes up to a line end, or undefined if it is not there yet. */
  function readLine(bytes: Uint8Array, from: number, max: number): string | undefined {
    const end = bytes.indexOf(LF, from)
    const until = end < 0 ? bytes.length : end + 1
    if (line.length + until - from > max) throw new Error('a line of a chunked body is too long')
    line += String.fromCharCode(...bytes.subarray(from, until))
    consumed = until
    if (end < 0) return undefined
    if (line.charCodeAt(line.length - 2) !== CR) throw new Error('invalid line end')
    const whole = line.slice(0, -2)
    line = ''
    return whole
  }

  function begin(size: string): void {
    const digits = SIZE_LINE.exec(size)?.[1]
    if (digits === undefined) throw new Error('invalid chunk size')
    left = Number.parseInt(digits, 16)
    state = left === 0 ? 'trailers' : 'content'
  }

  return {
    get isComplete() {
      return state === 'complete'
    },
    get consumed() {
      return consumed
    },
    read(bytes) {
      let content = 0
      consumed = 0
      while (consumed < bytes.length && state !== 'complete') {
        if (state === 'content') {
          const end = Math.min(bytes.length, consumed + left)
          if (content !== consumed) bytes.copyWithin(content, consumed, end)
          content += end - consumed
          left -= end - consumed
          consumed = end
          if (left === 0) state = 'end of content'
        } else {
          const max = state === 'trailers' ? MAX_TRAILERS : MAX_SIZE_LINE
          const text = readLine(bytes, consumed, max)
          if (text === undefined) break
          if (state === 'size') begin(text)
          else if (state === 'end of content') {
            if (text !== '') throw new Error('a chunk is longer than its size')
            state = 'size'
          } else if (text === '') state = 'complete'
          else {
            trailers += text.length
            if (trailers > MAX_TRAILERS) throw new Error('too many trailers')
          }
        }
      }
      return content
    },
  }
}
