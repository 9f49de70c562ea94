import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'

/** A connection of another program on this machine. */
export type LocalStream = Socket

export interface UnixAddress {
  readonly path: string
  /** 0o600 for root alone, 0o660 for a group. */
  readonly mode: number
}

/** Accepts connections on a Unix socket. A file that is left of an earlier run is replaced; the file is removed at the end. */
export function listenUnix(at: UnixAddress, accept: (stream: LocalStream) => void): Promise<Disposable> {
  rmSync(at.path, { force: true })
  const server = createServer(accept)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // The file has its mode from the first moment: bind(2) runs within this call and obeys the umask.
    const before = process.umask(0o777 & ~at.mode)
    try {
      server.listen({ path: at.path }, () => {
        server.off('error', reject)
        server.on('error', () => undefined)
        resolve({ [Symbol.dispose]: () => void server.close() })
      })
    } finally {
      process.umask(before)
    }
  })
}
