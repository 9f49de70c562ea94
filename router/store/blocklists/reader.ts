import { type ListedNameReceiver, openBlockListLineReader } from './line.ts'

/** Longer lines are ignored. */
const LINE_LIMIT = 4_096
const NEWLINE = 0x0a
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** A decoder for text that begins with a byte order mark of UTF-16. Undefined for UTF-8. */
export function openUtf16(beginning: Uint8Array): TextDecoder | undefined {
  const [first, second] = beginning
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be') : undefined
}

export interface ListReader {
  push(chunk: Uint8Array): void
  /** Reads the last line, which may have no line end. */
  end(): void
}

/** Reads a list in chunks of any size, with constant memory. */
export function openListReader(names: ListedNameReceiver): ListReader {
  const readLine = openBlockListLineReader(names)
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
  const read = (bytes: Buffer): void => {
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      if (length > 0 || isTooLong) {
        keep(bytes, start, end)
        line(rest, 0, length)
      } else line(bytes, start, end)
      start = end + 1
    }
    if (start < bytes.length) keep(bytes, start, bytes.length)
  }
  /** The first bytes, until there are enough for a byte order mark. */
  let head: Buffer | undefined = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  const decode = (bytes: Buffer): Buffer => (decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes)
  return {
    push(chunk) {
      let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      if (head) {
        bytes = Buffer.concat([head, bytes])
        head = bytes.length < 2 ? bytes : undefined
        if (head) return
        decoder = openUtf16(bytes)
      }
      read(decode(bytes))
    },
    end() {
      if (head) read(head)
      head = undefined
      if (length > 0 || isTooLong) line(rest, 0, length)
    },
  }
}
