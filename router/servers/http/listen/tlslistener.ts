import { createTlsServer } from '../../../machine/http.ts'
import { HTTP_TIMEOUTS, type Listener, type ListenerDeps, openListener } from './listener.ts'

/** A server's certificate and its private key; PEM texts. */
export interface TlsCredentials {
  readonly certificate: string
  readonly key: string
}

/** A listener for HTTPS, open while it has a certificate. */
export interface TlsListener extends AsyncDisposable {
  /** The TCP port in use; 0 while it is closed. */
  readonly port: number
  /** The certificate in use. */
  readonly credentials: TlsCredentials | undefined
  /**
   * Opens it, uses another certificate for new connections, or closes it with `undefined`; calls in progress are completed. Throws
   * the system's error, such as `EADDRINUSE`, or OpenSSL's for a certificate that is damaged; then nothing has changed.
   */
  use(credentials: TlsCredentials | undefined): Promise<void>
}

/** RFC 9325: nothing below TLS 1.2. A slow handshake is limited as slow headers are. */
const contextOf = ({ certificate, key }: TlsCredentials) => ({
  cert: certificate,
  key,
  minVersion: 'TLSv1.2' as const,
  handshakeTimeout: HTTP_TIMEOUTS.headersTimeout,
})

export function openTlsListener(deps: ListenerDeps): TlsListener {
  let open: { readonly listener: Listener; readonly change: (next: TlsCredentials) => void } | undefined
  let current: TlsCredentials | undefined
  /** Closed listeners with calls in progress. */
  const closing = new Set<Promise<void>>()

  async function listen(first: TlsCredentials): Promise<NonNullable<typeof open>> {
    const server = createTlsServer({ ...HTTP_TIMEOUTS, ...contextOf(first) })
    const listener = await openListener(deps, server)
    return { listener, change: (next) => server.setSecureContext(contextOf(next)) }
  }

  function close(): void {
    if (!open) return
    const closed = open.listener.close().finally(() => closing.delete(closed))
    closing.add(closed)
    open = undefined
    current = undefined
  }

  async function change(credentials: TlsCredentials | undefined): Promise<void> {
    if (!credentials) return close()
    if (open) open.change(credentials)
    else open = await listen(credentials)
    current = credentials
  }
  /** Settles when earlier changes have: two that open it together would take each other's port. */
  let before: Promise<unknown> = Promise.resolve()

  return {
    get port() {
      return open?.listener.port ?? 0
    },
    get credentials() {
      return current
    },
    use(credentials) {
      const done = before.then(() => change(credentials))
      before = done.catch(() => undefined)
      return done
    },
    async [Symbol.asyncDispose]() {
      await before
      close()
      await Promise.all(closing)
    },
  }
}
