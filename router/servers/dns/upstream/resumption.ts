import type { Stream } from '../../../machine/sockets.ts'

/** What the last TLS connection to a server left behind, so that the next handshake is a short one. RFC 8446 2.2. */
export interface Resumption {
  readonly session: Buffer | undefined
  learnFrom(stream: Stream): void
}

export function openResumption(): Resumption {
  let session: Buffer | undefined
  return {
    get session() {
      return session
    },
    learnFrom(stream) {
      stream.on('session', (fresh: Buffer) => {
        session = fresh
      })
      // A server that no longer knows the session could refuse it: without one the next handshake is a whole one.
      stream.on('error', () => {
        session = undefined
      })
    },
  }
}
