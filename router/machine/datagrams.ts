import type { Socket } from 'node:dgram'

/** A `lookup` function for IP addresses. Node's own would delay each packet by a turn of the event loop. */
export const addressLookup = (
  host: string,
  _options: unknown,
  done: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
): void => done(null, host, 4)

export const closeSocket = (socket: Socket): void => {
  try {
    socket.close()
  } catch {
    // Already closed after an error.
  }
}
