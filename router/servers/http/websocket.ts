import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Auth, WebsocketRefusal, WebsocketSignIn } from '../../model/access/admission.ts'
import { STATUS } from '../../wire/http.ts'
import { pathOf } from './app.ts'
import { cookiesIn } from './auth/cookie.ts'
import { hostInHeader, isSameHost } from './auth/hosts.ts'
import type { WebsocketExpiry } from './expiry.ts'
import { openConnectionLimit } from './listen/connectionlimit.ts'
import { peerOf, type Upgrade } from './listen/listener.ts'
import { statusLine } from './listen/malformed.ts'
import { causesOf } from './status.ts'

const MAX_MESSAGE_BYTES = 8 * 1024
const SIGN_IN_MS = 10_000
const MAX_UNAUTHENTICATED = 32
/** So that one device that never signs in does not lock out others. */
const MAX_UNAUTHENTICATED_EACH = 8
const MAX_SOCKETS = 256
const PING_MS = 30_000
/** What a page may send once it has signed in: browsers hide the pings of RFC 6455 from it. Other messages are ignored. */
const PING = 'ping'
const PONG = 'pong'
/** A peer that is this far behind does not read; it can connect again. */
const MAX_BACKLOG_BYTES = 1024 * 1024

/** RFC 6455 7.4.1. */
const POLICY_VIOLATION = 1008

/** `/ws` gets notifications; `/ws_events_all` gets all events. */
const AUDIENCES = { '/ws': 'notices', '/ws_events_all': 'everything' } as const
type Path = keyof typeof AUDIENCES
type Audience = (typeof AUDIENCES)[Path]

/** Events that are notifications; alerts are if their rule says so. */
const NOTICES = ['wifi:auth', 'plugin:', 'classify:result', 'wan:uplink:down', 'wan:uplink:up']

export interface EventSockets extends Disposable {
  readonly paths: readonly Path[]
  readonly upgrade: Upgrade
}

/** Alerts, each with the topic of its event. */
export interface NotifiedAlerts {
  /** `notify`: its rule asks for a notification. */
  watch(
    listener: (fired: { readonly topic: string; readonly alert: unknown; readonly notify: boolean }) => void,
  ): Disposable
}

export interface EventSocketsDeps {
  readonly clock: Clock
  readonly bus: Bus
  readonly alerts?: NotifiedAlerts | undefined
  readonly auth: Auth
  readonly expiry: Pick<WebsocketExpiry, 'watch'>
  readonly isOwnHost: (name: string) => boolean
}

/** Sends the events of the bus to the websockets whose first message signed in. */
export function openEventSockets({ clock, bus, alerts, auth, expiry, isOwnHost }: EventSocketsDeps): EventSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  const audience = openAudience({ clock, bus, alerts, expiry })
  const unauthenticated = openConnectionLimit<Duplex>({
    total: MAX_UNAUTHENTICATED,
    perAddress: MAX_UNAUTHENTICATED_EACH,
    evict: (socket) => socket.destroy(),
  })

  function welcome(socket: WebSocket, wants: Audience, request: IncomingMessage): void {
    const peer = peerOf(request.socket)
    const cookies = cookiesIn(request)
    const deadline = clock.after(SIGN_IN_MS, () => socket.terminate())
    const settle = () => {
      unauthenticated.remove(peer.address, request.socket)
      deadline[Symbol.dispose]()
    }
    const signIn = (message: string): Promise<WebsocketSignIn | WebsocketRefusal> =>
      auth.signIn(message, peer, cookies).catch((error) => {
        bus.publish('log:api', {
          level: 'error',
          msg: `websocket: ${causesOf(error)}`,
          time: new Date(clock.now()).toISOString(),
        })
        return 'Authentication failure'
      })
    // Without a listener, what a peer sends wrong would end the process. `close` follows.
    socket.on('error', () => socket.terminate())
    socket.once('close', settle)
    socket.once('message', async (data, isBinary) => {
      const outcome = isBinary ? 'Authentication failure' : await signIn(textOf(data))
      if (socket.readyState !== socket.OPEN) return
      if (typeof outcome === 'string') {
        // Counted as unauthenticated until the connection ends: a client need not answer the close frame.
        socket.send(outcome)
        socket.close(POLICY_VIOLATION)
        return
      }
      settle()
      socket.send('success')
      audience.add(socket, wants, outcome)
    })
  }

  return {
    paths: Object.keys(AUDIENCES) as Path[],
    upgrade(request, socket, head) {
      const { host, origin } = request.headers
      const name = hostInHeader(host)
      const path = pathOf(request.url ?? '')
      if (name === undefined || !isOwnHost(name)) return refuse(socket, STATUS.misdirectedRequest)
      if (!isPath(path)) return refuse(socket, STATUS.notFound)
      if (origin !== undefined && !isSameHost(origin, host)) return refuse(socket, STATUS.forbidden)
      const { address } = peerOf(request.socket)
      if (server.clients.size >= MAX_SOCKETS || !unauthenticated.admit(address, request.socket))
        return refuse(socket, STATUS.tooManyRequests)
      request.socket.once('close', () => unauthenticated.remove(address, request.socket))
      server.handleUpgrade(request, socket, head, (opened) => welcome(opened, AUDIENCES[path], request))
    },
    [Symbol.dispose]() {
      audience[Symbol.dispose]()
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

interface AudienceOf extends Disposable {
  add(socket: WebSocket, wants: Audience, signed: WebsocketSignIn): void
}

interface Member {
  readonly wants: Audience
  readonly signed: WebsocketSignIn
  isAlive: boolean
}

/** The sockets that have signed in. The bus is subscribed to only while there are any. */
function openAudience({
  clock,
  bus,
  alerts,
  expiry,
}: Pick<EventSocketsDeps, 'clock' | 'bus' | 'alerts' | 'expiry'>): AudienceOf {
  const members = new Map<WebSocket, Member>()
  let subscriptions: DisposableStack | undefined

  function broadcast(topic: string, payload: unknown, isNotice: boolean): void {
    let text: string | undefined
    for (const [socket, { wants, signed }] of members) {
      if ((wants === 'notices' && !isNotice) || !signed.mayGet(topic, payload)) continue
      text ??= frame(topic, payload, isNotice)
      send(socket, text)
    }
  }

  function ping(): void {
    for (const [socket, member] of members) {
      if (!member.isAlive) socket.terminate()
      else socket.ping()
      member.isAlive = false
    }
    if (subscriptions) subscriptions.use(clock.after(PING_MS, ping))
  }

  function subscribe(): DisposableStack {
    const stack = new DisposableStack()
    stack.use(
      bus.subscribePrefix('', (payload, topic) =>
        broadcast(
          topic,
          payload,
          NOTICES.some((prefix) => topic.startsWith(prefix)),
        ),
      ),
    )
    if (alerts) stack.use(alerts.watch(({ topic, alert, notify }) => notify && broadcast(topic, alert, true)))
    stack.use(clock.after(PING_MS, ping))
    return stack
  }

  return {
    add(socket, wants, signed) {
      const member = { wants, signed, isAlive: true }
      members.set(socket, member)
      // It may connect and sign in again.
      const watched = expiry.watch(signed.isStillGood, () => socket.close(POLICY_VIOLATION))
      socket.on('pong', () => {
        member.isAlive = true
      })
      socket.on('message', (data, isBinary) => {
        if (!isBinary && textOf(data) === PING) send(socket, PONG)
      })
      socket.once('close', () => {
        watched[Symbol.dispose]()
        members.delete(socket)
        if (members.size > 0) return
        subscriptions?.dispose()
        subscriptions = undefined
      })
      subscriptions ??= subscribe()
    },
    [Symbol.dispose]() {
      subscriptions?.dispose()
      subscriptions = undefined
      members.clear()
    },
  }
}

function send(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > MAX_BACKLOG_BYTES) socket.terminate()
  else socket.send(text)
}

/** The payload is JSON within a JSON string: so it is in API 0.3.0. */
const frame = (topic: string, payload: unknown, isNotice: boolean): string =>
  JSON.stringify({
    Type: topic,
    Data: JSON.stringify(payload ?? null),
    Notification: isNotice,
    WildcardAll: !isNotice,
  })

const isPath = (path: string): path is Path => Object.hasOwn(AUDIENCES, path)

const textOf = (data: RawData): string =>
  Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.concat([data].flat() as Buffer[]).toString('utf8')

function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy())
  // The HTTP server no longer manages a socket after its upgrade request, so closing it is not left to the client.
  socket.end(`${statusLine(status)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}
