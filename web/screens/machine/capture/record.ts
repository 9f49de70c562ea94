import type { z } from 'zod'
import { capture } from '../../../../router/model/machine/capture/contract.ts'
import { ask } from '../../../client/client.ts'

/** A pcap file has a header of 24 bytes; without more, it contains no packets. */
export const HEAD_BYTES = 24

interface Record {
  readonly wish: z.input<typeof capture.capture.details.body>
  /** Stops the capture; received packets are kept. */
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
}

/** Captures packets until the router or the user stops it. */
export async function record({ wish, signal, onBytes }: Record): Promise<Blob> {
  const { body } = await ask(capture.capture, { body: wish })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = body?.getReader()
  const stop = () => void reader?.cancel()
  signal.addEventListener('abort', stop)
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value)
    size += chunk.value.length
    onBytes(size)
  }
  signal.removeEventListener('abort', stop)
  return new Blob(chunks, { type: 'application/vnd.tcpdump.pcap' })
}

/** `capture-lan0-2026-01-31T12-00-00.pcap`. */
export const fileName = (link: string, at: Date): string =>
  `capture-${link}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.pcap`
