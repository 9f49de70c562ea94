import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { AccessDenied } from '../../../errors.ts'
import type { Auth } from '../../../model/access/admission.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { pathOf } from '../app.ts'
import { isSameHost } from '../auth/hosts.ts'
import type { WebsocketExpiry } from '../expiry.ts'
import { peerOf, type Upgrade } from '../listen/listener.ts'
import { statusLine } from '../listen/malformed.ts'
import { failureOf } from '../status.ts'
import { type PluginPath, pluginAt } from './lookup.ts'
import { join, PLUGINS_BASE, type PluginProxy, queryOf } from './proxy.ts'

/** A page cannot set headers of a websocket: it offers this protocol, and another one that begins with `BEARER` and ends with its token. */
const PROTOCOL = 'sallyport.v1'
const BEARER = 'bearer.'
/** Connections whose peer has disappeared are closed by the kernel. */
const KEEP_ALIVE_MS = 60_000

interface Deps {
  readonly facts: Facts
  readonly proxy: PluginProxy
  readonly auth: Auth
  readonly expiry: Pick<WebsocketExpiry, 'watch'>
  readonly isForUs: (host: string | undefined) => boolean
}

/** Passes websockets below `/plugins/` on to plugins. Other paths go to `otherwise`. */
export function upgradeToPlugins({ facts, proxy, auth, expiry, isForUs }: Deps, otherwise: Upgrade): Upgrade {
  async function open(request: IncomingMessage, { plugin, rest }: PluginPath, caller: Duplex, head: Buffer) {
    const { protocols, token } = protocolsOf(request)
    const isStillGood = await admit(request, token)
    const { stream, first, ...accepted } = await proxy.upstreamOf(plugin).upgrade({
      method: 'GET',
      path: `${rest}${queryOf(request.url ?? '')}`,
      fields: [
        ...['Upgrade', 'websocket', 'Sec-WebSocket-Version', '13'],
        ...['Sec-WebSocket-Key', request.headers['sec-websocket-key'] ?? ''],
        ...(protocols.length > 0 ? ['Sec-WebSocket-Protocol', protocols.join(', ')] : []),
      ],
    })
    if (caller.destroyed) return stream.destroy()
    if (!isStillGood()) {
      stream.destroy()
      throw new AccessDenied('unauthorized', phrase('request.unauthorized'))
    }
    const watched = expiry.watch(isStillGood, () => stream.destroy())
    stream.once('close', () => watched[Symbol.dispose]())
    // Browsers fail a connection that offered protocols and got none.
    const answered = protocols.includes(accepted.protocol ?? '')
      ? accepted.protocol
      : token === undefined
        ? undefined
        : PROTOCOL
    const accept = accepted.accept.replace(/[^A-Za-z0-9+/=]/g, '')
    const lines = [
      statusLine(101),
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      ...(answered === undefined ? [] : [`Sec-WebSocket-Protocol: ${answered}`]),
    ]
    caller.write(`${lines.join('\r\n')}\r\n\r\n`)
    if (first.length > 0) caller.write(first)
    if (head.length > 0) stream.write(head)
    request.socket.setTimeout(0)
    request.socket.setKeepAlive(true, KEEP_ALIVE_MS)
    join(caller, stream)
  }

  async function admit(request: IncomingMessage, token: string | undefined): Promise<() => boolean> {
    const { origin, host, authorization: header } = request.headers
    const authorization = token === undefined ? header : `Bearer ${token}`
    const proof = request.headers['x-jwt-otp']
    const call = { method: 'GET', path: pathOf(request.url ?? ''), authorization, proof: proof && String(proof) }
    const { isStillGood } = await auth.admit({}, call, peerOf(request.socket))
    // A page of another origin cannot know a token, but a browser could send a password by itself.
    if (token === undefined && origin !== undefined && !isSameHost(origin, host))
      throw new AccessDenied('forbidden', phrase('request.websocketCrossOrigin'))
    return isStillGood
  }

  return (request, socket, head) => {
    const found = pluginAt(facts, PLUGINS_BASE, pathOf(request.url ?? ''))
    if (!found || !isForUs(request.headers.host)) return otherwise(request, socket, head)
    // Without a listener, a connection that breaks off would end the process.
    socket.on('error', () => socket.destroy())
    open(request, found, socket, head).catch((error: unknown) => {
      const { status } = failureOf(error)
      socket.end(`${statusLine(status)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
    })
  }
}

/** The protocols for the plugin, and the token among those that the caller offered. */
function protocolsOf({ headers }: IncomingMessage): { protocols: string[]; token: string | undefined } {
  const offered = String(headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => /^[!-~]+$/.test(one))
  const token = offered.find((one) => one.startsWith(BEARER))?.slice(BEARER.length)
  return { protocols: offered.filter((one) => one !== PROTOCOL && !one.startsWith(BEARER)), token }
}
