import { createServer } from 'node:https'
import { type DoorNeeds, type OpenDoor, openDoor, PATIENCE } from './doors.ts'

/** What a server with TLS shows, and the key that proves it; PEM texts. */
export interface Shown {
  readonly certificate: string
  readonly key: string
}

/** The door with TLS, which is there while it has something to show. */
export interface Entrance extends AsyncDisposable {
  /** The TCP port in use; 0 while it is closed. */
  readonly port: number
  readonly shown: Shown | undefined
  /**
   * Open it, show another certificate to whoever comes in from now on, or with `undefined` close it: at once, though calls
   * that are being answered come to their end. Throws the system's error, such as `EADDRINUSE`; then it is closed.
   */
  show(shown: Shown | undefined): Promise<void>
}

interface Open {
  readonly door: OpenDoor
  readonly change: (shown: Shown) => void
  shown: Shown
}

/** RFC 9325: nothing below TLS 1.2. Who does not come to the end of a handshake is as slow as with a header. */
const contextOf = ({ certificate, key }: Shown) => ({
  cert: certificate,
  key,
  minVersion: 'TLSv1.2' as const,
  handshakeTimeout: PATIENCE.headersTimeout,
})

export function openEntrance(needs: DoorNeeds): Entrance {
  let open: Open | undefined
  /** Doors that nobody new comes in by, and that somebody is still behind. */
  const closing = new Set<Promise<void>>()

  async function enter(shown: Shown): Promise<Open> {
    const server = createServer({ ...PATIENCE, ...contextOf(shown) })
    const door = await openDoor(needs, server)
    return { door, shown, change: (next) => server.setSecureContext(contextOf(next)) }
  }

  function close(): void {
    if (!open) return
    const closed = open.door.close().finally(() => closing.delete(closed))
    closing.add(closed)
    open = undefined
  }

  return {
    get port() {
      return open?.door.port ?? 0
    },
    get shown() {
      return open?.shown
    },
    async show(shown) {
      if (!shown) return close()
      if (!open) open = await enter(shown)
      else {
        open.change(shown)
        open.shown = shown
      }
    },
    async [Symbol.asyncDispose]() {
      close()
      await Promise.all(closing)
    },
  }
}
