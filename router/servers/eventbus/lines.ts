/** Maximum length of a line, with its end, in bytes. */
export const MOST_LINE_BYTES = 256 * 1024

const NEWLINE = 10

/** Splits a stream into lines. */
export interface LineReader {
  /** Returns the lines that these bytes end, without their ends; undefined if a line is too long. */
  read(bytes: Buffer): string[] | undefined
}

export function openLineReader(): LineReader {
  let parts: Buffer[] = []
  let length = 0
  return {
    read(bytes) {
      const lines: string[] = []
      let start = 0
      for (;;) {
        const end = bytes.indexOf(NEWLINE, start)
        const part = bytes.subarray(start, end < 0 ? undefined : end)
        length += part.length
        if (length >= MOST_LINE_BYTES) return undefined
        parts.push(part)
        if (end < 0) return lines
        lines.push(Buffer.concat(parts).toString('utf8'))
        parts = []
        length = 0
        start = end + 1
      }
    },
  }
}
