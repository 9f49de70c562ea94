import { HEADER_SIZE, MESSAGE_LIMIT } from './constants.ts'

/** Encodes messages for a stream, each after its length in two bytes. RFC 1035 §4.2.2. */
export function framed(...messages: readonly Buffer[]): Buffer {
  const frames = Buffer.allocUnsafe(messages.reduce((length, message) => length + 2 + message.length, 0))
  let at = 0
  for (const message of messages) {
    at = frames.writeUInt16BE(message.length, at)
    at += message.copy(frames, at)
  }
  return frames
}

/**
 * Splits a stream into messages. `push` returns those that are complete, or undefined if the peer announces one shorter than a
 * header or longer than `limit`; the stream is then invalid. Messages share their memory with `bytes`. At most one incomplete
 * message is stored, as a copy.
 */
export function openUnframer(limit = MESSAGE_LIMIT): { push(bytes: Buffer): Buffer[] | undefined } {
  let chunks: Buffer[] = []
  let held = 0
  let needed = 2
  return {
    push(bytes) {
      held += bytes.length
      if (held < needed) {
        chunks.push(Buffer.from(bytes))
        return []
      }
      const all = chunks.length === 0 ? bytes : Buffer.concat([...chunks, bytes])
      const messages: Buffer[] = []
      let at = 0
      needed = 2
      while (all.length - at >= 2) {
        const length = all.readUInt16BE(at)
        if (length < HEADER_SIZE || length > limit) return undefined
        needed = 2 + length
        if (all.length - at < needed) break
        messages.push(all.subarray(at + 2, at + needed))
        at += needed
        needed = 2
      }
      held = all.length - at
      chunks = held > 0 ? [Buffer.from(all.subarray(at))] : []
      return messages
    },
  }
}
