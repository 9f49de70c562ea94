import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { openCapture, Refused } from './router.ts'

/** An ended capture can be filtered and downloaded for this long. */
const KEPT_MS = 10 * 60_000

/** The capture of one device: its bytes so far, in memory, and those that follow. It ends when its last reader leaves. */
export class Capture {
  readonly device: string
  readonly #source: IncomingMessage
  readonly #chunks: Buffer[] = []
  readonly #readers = new Set<Writable | ServerResponse>()
  #isLive = true

  /** `source` sends a pcap file. */
  constructor(device: string, source: IncomingMessage) {
    this.device = device
    this.#source = source
    source.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      for (const reader of this.#readers) reader.write(chunk)
    })
    source.on('error', () => undefined)
    source.once('close', () => {
      this.#isLive = false
      for (const reader of this.#readers) reader.end()
      setTimeout(() => forget(this), KEPT_MS).unref()
    })
  }

  get isLive(): boolean {
    return this.#isLive
  }

  /** The file so far. */
  bytes(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  /**
   * Writes the whole file to a stream, as it grows, and ends the stream with the capture. What a slow reader has not read yet is the same
   * memory, which the limits of the capture bound.
   */
  sendTo(reader: Writable | ServerResponse): void {
    for (const chunk of this.#chunks) reader.write(chunk)
    if (!this.#isLive) return void reader.end()
    const leave = () => {
      this.#readers.delete(reader)
      if (this.#readers.size === 0) this.#source.destroy()
    }
    this.#readers.add(reader)
    reader.once('close', leave)
    if (reader.destroyed) leave()
  }
}

let last: Capture | undefined

function forget(capture: Capture): void {
  if (last === capture) last = undefined
}

/** The running capture of the device, or a new one. Throws `Refused` while another device is captured. */
export async function captureOf(device: string): Promise<Capture> {
  if (last?.isLive && last.device === device) return last
  if (last?.isLive) throw new Refused(409, 'Another device is being captured.')
  const source = await openCapture(device)
  last = new Capture(device, source)
  return last
}

/** The last capture, if it is of this device. Throws `Refused`. */
export function lastCaptureOf(device: string): Capture {
  if (last?.device !== device) throw new Refused(404, 'There is no capture of this device.')
  return last
}
