import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { FailedAttempt } from '../errors.ts'
import { phrase } from '../phrases/phrase.ts'

/** Of the bytes after the length of a packet. A topic has up to 65535. */
export const MOST_BYTES = 128 << 10
/** Packet type, in the upper half of the first byte. MQTT 3.1.1 §2.2.1. */
const PUBLISH = 3
/** MQTT 3.1.1 §2.2.3. */
const MOST_LENGTH_BYTES = 4

/**
 * Returns a function that limits the packets of a broker: a message with more than `MOST_BYTES` gets a shorter payload, and the
 * rest is skipped. It takes the bytes as they arrive, and throws if another packet is that long, which no broker sends.
 */
export function openPacketLimit(): (chunk: Buffer) => Buffer {
  let header: number[] = []
  let passing = 0
  let skipping = 0
  return (chunk) => {
    const parts: Buffer[] = []
    let at = 0
    while (at < chunk.length) {
      const taken = passing > 0 ? Math.min(passing, chunk.length - at) : Math.min(skipping, chunk.length - at)
      if (taken > 0) {
        if (passing > 0) parts.push(chunk.subarray(at, at + taken))
        if (passing > 0) passing -= taken
        else skipping -= taken
        at += taken
        continue
      }
      const byte = chunk[at++]!
      header.push(byte)
      if (header.length === 1) continue
      if (byte >= 128) {
        if (header.length > MOST_LENGTH_BYTES) throw new FailedAttempt(phrase('messages.brokerNotMqtt'))
        continue
      }
      const [first = 0, ...digits] = header
      const length = digits.reduceRight((sum, digit) => sum * 128 + (digit & 127), 0)
      if (length > MOST_BYTES && first >> 4 !== PUBLISH) throw new FailedAttempt(phrase('messages.brokerNotMqtt'))
      passing = Math.min(length, MOST_BYTES)
      skipping = length - passing
      parts.push(Buffer.from([first, ...encodeLength(passing)]))
      header = []
    }
    return Buffer.concat(parts)
  }
}

function encodeLength(length: number): number[] {
  const digit = length % 128
  const rest = Math.floor(length / 128)
  return rest > 0 ? [digit | 128, ...encodeLength(rest)] : [digit]
}

/** The connection to a broker with a limit of its packets: the library holds a packet of up to 256 MiB in memory. */
export class LimitedStream extends Duplex {
  readonly #socket: Socket

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    const limit = openPacketLimit()
    socket.on('data', (chunk: Buffer) => {
      try {
        const passed = limit(chunk)
        if (passed.length > 0 && !this.push(passed)) socket.pause()
      } catch (error) {
        this.destroy(error as Error)
      }
    })
    socket.on('end', () => this.push(null))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}
