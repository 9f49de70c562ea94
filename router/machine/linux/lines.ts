const NEWLINE = 10

interface Options {
  /** The maximum length of a line. */
  readonly mostBytes: number
  readonly onLine: (line: string) => void
  /** Called for a longer line. What follows is discarded. */
  readonly onExcess: () => void
}

/** Divides received bytes into lines. */
export function openLines({ mostBytes, onLine, onExcess }: Options): (chunk: Buffer) => void {
  let line: Buffer[] = []
  let bytes = 0
  let isOver = false
  return (chunk) => {
    let rest = chunk
    while (!isOver && rest.length > 0) {
      const end = rest.indexOf(NEWLINE)
      const part = end < 0 ? rest : rest.subarray(0, end)
      bytes += part.length
      if (bytes > mostBytes) {
        isOver = true
        onExcess()
        return
      }
      line.push(part)
      if (end < 0) return
      const text = Buffer.concat(line).toString()
      line = []
      bytes = 0
      rest = rest.subarray(end + 1)
      onLine(text)
    }
  }
}
