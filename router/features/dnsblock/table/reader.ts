import { type Names, openLineReader } from './line.ts'

/** Longer lines are ignored. */
const LINE_LIMIT = 4_096
const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

export interface ListReader {
  push(chunk: Uint8Array): void
  /** Reads the last line, which may have no line end. */
  end(): void
}

/** Reads a list in chunks of any size, with constant memory. */
export function openListReader(names: Names): ListReader {
  const readLine = openLineReader(names)
  const rest = Buffer.alloc(LINE_LIMIT)
  let length = 0
  let isFirst = true
  let isTooLong = false

  const keep = (bytes: Buffer, start: number, end: number): void => {
    if (length + end - start > LINE_LIMIT) isTooLong = true
    else length += bytes.copy(rest, length, start, end)
  }
  const line = (bytes: Buffer, start: number, end: number): void => {
    const marked = isFirst && bytes.subarray(start, start + 3).equals(BYTE_ORDER_MARK)
    isFirst = false
    if (isTooLong || end - start > LINE_LIMIT) names.ignore('foreign')
    else readLine(bytes, marked ? start + 3 : start, end)
    isTooLong = false
    length = 0
  }
  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      let start = 0
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        if (length > 0 || isTooLong) {
          keep(bytes, start, end)
          line(rest, 0, length)
        } else line(bytes, start, end)
        start = end + 1
      }
      if (start < bytes.length) keep(bytes, start, bytes.length)
    },
    end() {
      if (length > 0 || isTooLong) line(rest, 0, length)
    },
  }
}
