import type { Socket } from 'node:dgram'

/** What all sockets for datagrams share. */

/** Addresses are already addresses; Node's own look-up would cost a turn of the event loop for each packet. */
export const itself = (
  host: string,
  _options: unknown,
  done: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
): void => done(null, host, 4)

export const closeSocket = (socket: Socket): void => {
  try {
    socket.close()
  } catch {
    // Closed already, by an error on the way.
  }
}
