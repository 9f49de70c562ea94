import type { Stream } from '../../../machine/sockets.ts'

/** The TLS session of the last connection to a server, to resume it with a shorter handshake. RFC 8446 §2.2. */
export interface Resumption {
  readonly session: Buffer | undefined
  watch(stream: Stream): void
}

export function openResumption(): Resumption {
  let session: Buffer | undefined
  return {
    get session() {
      return session
    },
    watch(stream) {
      stream.on('session', (fresh: Buffer) => {
        session = fresh
      })
      // The server may have rejected the session: the next handshake is a full one.
      stream.on('error', () => {
        session = undefined
      })
    },
  }
}
