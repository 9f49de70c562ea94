/** Of a line. A server announces its settings, and the addresses of its cluster, in one. */
export const MOST_NATS_LINE_BYTES = 64 << 10
const LINE_END = 0x0a
/** What a server sends to a client that subscribes to nothing. The library would collect a message of any announced length. */
const LINES = ['INFO', 'PING', 'PONG', '+OK', '-ERR']
const LONGEST = Math.max(...LINES.map(({ length }) => length))

export const notNats = (): Error => new Error('the server sends something other than NATS')

/** Returns a function that takes the bytes of a NATS server as they arrive. It throws for another line, and for one that is too long. */
export function openLineLimit(): (chunk: Uint8Array) => void {
  let start = ''
  let length = 0
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(LINE_END, at)
      const part = chunk.subarray(at, end < 0 ? undefined : end)
      start += String.fromCharCode(...part.subarray(0, LONGEST - start.length))
      length += part.length
      const isKnown = LINES.some((line) => start.startsWith(line) || (end < 0 && line.startsWith(start)))
      if (!isKnown || length > MOST_NATS_LINE_BYTES) throw notNats()
      if (end < 0) return
      start = ''
      length = 0
      at = end + 1
    }
  }
}
