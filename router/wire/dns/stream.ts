import { HEADER_SIZE, MESSAGE_LIMIT } from './constants.ts'

/** A message as it goes over a stream: its length in two bytes, then itself. RFC 1035 4.2.2. */
export function framed(message: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(2 + message.length)
  frame.writeUInt16BE(message.length, 0)
  message.copy(frame, 2)
  return frame
}

/**
 * Cuts a stream into messages, however its bytes come. `push` gives those that are whole, or undefined when the peer
 * announces one too short to be a message or longer than `limit`: nothing after that can be trusted. Keeps at most one
 * unfinished message.
 */
export function openUnframer(limit = MESSAGE_LIMIT): { push(bytes: Buffer): Buffer[] | undefined } {
  let chunks: Buffer[] = []
  let held = 0
  let needed = 2
  return {
    push(bytes) {
      chunks.push(bytes)
      held += bytes.length
      if (held < needed) return []
      let rest = chunks.length === 1 ? bytes : Buffer.concat(chunks)
      const messages: Buffer[] = []
      needed = 2
      while (rest.length >= 2) {
        const length = rest.readUInt16BE(0)
        if (length < HEADER_SIZE || length > limit) return undefined
        needed = 2 + length
        if (rest.length < needed) break
        messages.push(rest.subarray(2, needed))
        rest = rest.subarray(needed)
        needed = 2
      }
      chunks = rest.length > 0 ? [rest] : []
      held = rest.length
      return messages
    },
  }
}
