import { closeSync, constants, fstatSync, openSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'

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

/** Where the bytes that a connection receives are stored. The next ones replace them. */
export interface ReadBuffer {
  readonly buffer: Uint8Array
  /** Called with the number of bytes. Returns false to receive no more until `resume()` of the stream. */
  readonly callback: (size: number) => boolean
}

/** open(2): a descriptor that only locates the file. */
const O_PATH = 0o10000000

/**
 * Connects to the Unix socket at this path. Throws the system's error if there is none. connect(2) follows symbolic links: a program
 * that owns the directory could make the connection lead to another socket, such as the router's console. The connection is therefore
 * made through a descriptor of the socket itself. With `onread`, received bytes go there instead of being events: a new buffer for every
 * 64 KiB makes the garbage collector the largest part of the cost of long responses.
 */
export function connectUnix(path: string, onread?: ReadBuffer): LocalStream {
  const descriptor = openSync(path, O_PATH | constants.O_NOFOLLOW)
  let isOpen = true
  const close = (): void => {
    if (isOpen) closeSync(descriptor)
    isOpen = false
  }
  try {
    if (!fstatSync(descriptor).isSocket()) throw new Error(`${path} is not a socket`)
    const stream = connect({ path: `/proc/self/fd/${descriptor}`, ...(onread && { onread }) })
    stream.once('connect', close)
    stream.once('close', close)
    return stream
  } catch (error) {
    close()
    throw error
  }
}
