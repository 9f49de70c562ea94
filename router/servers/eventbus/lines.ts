/** Maximum length of a line, with its end, in bytes. */
export const MOST_LINE_BYTES = 256 * 1024

const NEWLINE = 10
const NONE = Buffer.alloc(0)

/** Splits a stream into lines. */
export interface LineReader {
  /** Returns the lines that these bytes end, without their ends; undefined if a line is too long. */
  read(bytes: Buffer): string[] | undefined
}

export function openLineReader(): LineReader {
  // The beginning of a line. It grows by doubling: a list of parts of one byte would take a hundred times their length.
  let begun = NONE
  let length = 0
  const add = (part: Buffer): void => {
    if (length + part.length > begun.length) {
      const larger = Buffer.alloc(Math.max(2 * begun.length, length + part.length))
      begun.copy(larger, 0, 0, length)
      begun = larger
    }
    part.copy(begun, length)
    length += part.length
  }
  const take = (): string => {
    const line = begun.toString('utf8', 0, length)
    begun = NONE
    length = 0
    return line
  }
  return {
    read(bytes) {
      const lines: string[] = []
      for (let start = 0; ; ) {
        const end = bytes.indexOf(NEWLINE, start)
        const part = bytes.subarray(start, end < 0 ? undefined : end)
        if (length + part.length >= MOST_LINE_BYTES) return undefined
        if (end < 0) {
          if (part.length > 0) add(part)
          return lines
        }
        if (length === 0) lines.push(part.toString('utf8'))
        else {
          add(part)
          lines.push(take())
        }
        start = end + 1
      }
    },
  }
}
