import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Place } from '../process/place.ts'

/** Listens on the local port and forwards each connection to the router's console socket, whose callers count as local. */
export async function openDoor({ host, port, home }: Place, opened: Promise<void>): Promise<Server> {
  process.chdir(home) // The path of a unix socket may not be longer than 107 bytes; a relative one never is.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, async (outer) => {
    outer.on('error', () => outer.destroy())
    await opened // Earlier connections wait until then.
    splice(outer, connect({ path: 'console', allowHalfOpen: true }))
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'EADDRINUSE'
        ? new Error(`something else listens on ${host}:${port}; choose another port with SALLYPORT_PORT`)
        : error,
    ),
  )
  server.listen(port, host, resolve)
  await promise
  return server
}

/** Forwards a connection in both directions, each until its end. */
export function splice(outer: Socket, inner: Socket): void {
  outer.on('error', () => outer.destroy())
  outer.pipe(inner)
  inner.pipe(outer)
  inner.on('error', () => outer.destroy())
  outer.on('close', () => inner.destroy())
  inner.on('close', () => outer.destroy())
}
