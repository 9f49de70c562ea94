import type { RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AccessDenied, Unavailable } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import { METHODS } from '../../machine/http.ts'
import type { Machine } from '../../machine/machine.ts'
import type { AccessRule, Auth } from '../../model/access/admission.ts'
import type { Caller, Operation, ServedOperation } from '../../model/operation.ts'
import { type Phrase, phrase } from '../../phrases/phrase.ts'
import type { Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import { STATUS } from '../../wire/http.ts'
import { openAccessLog } from './accesslog.ts'
import { type HttpRoute, openAllowed } from './allowed.ts'
import { newApp, pathOf, sendMessage } from './app.ts'
import { browserCredentials, browserOf } from './auth/cookie.ts'
import { hostInHeader, isSameHost } from './auth/hosts.ts'
import { describeApi } from './describe/openapi.ts'
import { openCredentialExpiry } from './expiry.ts'
import { EVERYWHERE, PREFLIGHT, PRIVATE } from './headers.ts'
import { type Listener, type ListenerDeps, openListener, peerOf } from './listen/listener.ts'
import { openTlsListener, type TlsListener } from './listen/tlslistener.ts'
import { openAdminPages, type SendPage } from './pages.ts'
import { mountPluginPages, type PluginSessions } from './plugins/pages.ts'
import { mountProxy, openPluginProxy } from './plugins/proxy.ts'
import { upgradeToPlugins } from './plugins/websocket.ts'
import { headerOf, mount, routePathOf } from './routes.ts'
import { PROOF_PAGE } from './status.ts'
import { type NotifiedAlerts, openEventSockets } from './websocket.ts'

export interface HttpDeps {
  readonly machine: Pick<Machine, 'clock' | 'removeFile'>
  readonly bus: Bus
  /** Their notifications go to the websockets. */
  readonly alerts?: NotifiedAlerts
  readonly facts: Facts
  /** Who may make a call. */
  readonly auth: Auth
  readonly operations: readonly ServedOperation[]
  /** Operations that are described with the others and served elsewhere: those of the unix sockets. */
  readonly described?: readonly Operation[]
  /** 80 by default; 0 for any free port. */
  readonly port?: number
  readonly host?: string
  /** The port of HTTPS, while there is a certificate: 443 by default; 0 for any free port. */
  readonly securePort?: number
  /** A unix socket for callers on the router itself, who may do everything. */
  readonly console?: string
  /** A unix socket whose callers sign in as over the network: for a port forwarder on this machine. */
  readonly local?: string
  /** Where the built admin app is. */
  readonly webRoot?: string
  /** Serves plugins below `/plugins/` and their pages. */
  readonly plugins?: {
    readonly machine: Pick<Machine, 'connectUnix'>
    /** The data directory, which has the sockets of plugins. */
    readonly data: string
    readonly uiSessions: PluginSessions & {
      /** Calls the listener when a session was ended or replaced. */
      onEnd(listener: () => void): Disposable
    }
    readonly watch: (changed: (entries: readonly Entry[]) => void) => Disposable
  }
  /** The documentation. It is for anybody, and answers before everything else. */
  readonly site?: PublicPages
  /** Whether this release is on trial: changes could be undone with it, and are refused, except those of the console. */
  readonly isOnTrial?: () => boolean
  /** Whether a name or address (lower case, no port) is one of ours; calls to any other are turned away. */
  readonly isOwnHost: (name: string) => boolean
}

/** What is served beside the API: whether a call is for it, and how it is answered. */
export interface PublicPages {
  takes(url: string | undefined): boolean
  readonly answer: RequestListener
}

export interface HttpServer extends AsyncDisposable {
  /** The TCP port in use. */
  readonly port: number
  /** HTTPS, closed until it is given a certificate. */
  readonly secure: TlsListener
  /** The OpenAPI description as JSON, which is made for the first caller: it is a sixth of the work of a start, and rarely read. */
  readonly description: () => Promise<Uint8Array>
}

const PROOF = 'x-jwt-otp'
/** Answered before any route: OPTIONS, to every path; CONNECT, by the listener. */
const ROUTED = METHODS.filter((method) => method !== 'OPTIONS' && method !== 'CONNECT')

/** The API, the websockets and the admin app, on the network and on the router's console. */
export async function openHttp(deps: HttpDeps): Promise<HttpServer> {
  const {
    machine,
    bus,
    auth,
    operations,
    described: onSockets = [],
    port = 80,
    securePort = 443,
    host = '0.0.0.0',
  } = deps
  const { clock } = machine
  const app = newApp({ bus, clock })
  await using opened = new AsyncDisposableStack()
  opened.defer(() => app.close())

  const admit = async (rule: AccessRule, request: FastifyRequest): Promise<void> => {
    const { authorization } = request.headers
    const given = { authorization, proof: headerOf(request, PROOF), browser: browserCredentials(request.raw) }
    const foreignOrigin = foreignOriginOf(request)
    const call = { method: request.method, path: pathOf(request.url), foreignOrigin, ...given }
    const { caller, isStillGood } = await auth.admit(rule, call, peerOf(request.raw.socket))
    const isProved = authorization !== undefined && caller.kind !== 'anonymous' && !rule.isForBrowsers
    if (!isProved && (rule.access !== 'public' || changes(request))) refuseForeignPage(request)
    request.caller = rule.isForBrowsers ? { ...caller, browser: browserOf(request.raw) } : caller
    request.demandStillGood = () => {
      if (!isStillGood()) throw new AccessDenied('unauthorized', phrase('request.credentialsEnded'))
    }
  }

  // A foreign name that has been made to point here would make the browser take us for that name's own server.
  const isForUs = (host: string | undefined): boolean => {
    const name = hostInHeader(host)
    return name !== undefined && deps.isOwnHost(name)
  }

  app.decorateRequest('caller', null as unknown as Caller)
  app.decorateRequest('demandStillGood', () => {})
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(EVERYWHERE)
    if (!isForUs(request.headers.host))
      return sendMessage(reply, STATUS.misdirectedRequest, phrase('request.hostUnknown'))
    const { operation, rule } = request.routeOptions.config
    const needed = operation?.details ?? rule?.(request)
    if (!needed) return
    reply.headers(PRIVATE)
    await admit(needed, request)
    if (changes(request) && request.caller.kind !== 'console' && deps.isOnTrial?.())
      throw new Unavailable(phrase('machine.releaseOnTrial'))
  })
  const accessLog = openAccessLog({ bus, clock })
  app.addHook('onResponse', async (request) => {
    const isKnown = request.caller !== null && request.caller.kind !== 'anonymous'
    accessLog.note(peerOf(request.raw.socket), request.method, pathOf(request.url), isKnown)
  })
  app.options('*', (_request, reply) => reply.code(STATUS.noContent).headers(PREFLIGHT).send())

  const sendPage = await openAdminPages(app, { root: deps.webRoot, isSetUp: () => deps.facts.setting('setup').done })
  // A redirected caller keeps its method, and its password alone may not be enough: the page needs no credentials.
  app.route({ method: ROUTED, url: PROOF_PAGE, handler: (_request, reply) => sendPage(reply) })
  mount(app, operations)
  const served = operations.map(({ operation }) => operation)
  let text: Promise<Uint8Array> | undefined
  const description = () => {
    text ??= describeApi(served, onSockets).then((api) => Buffer.from(JSON.stringify(api)))
    return text
  }
  app.get('/openapi.json', async (_request, reply) =>
    reply.headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }).send(await description()),
  )
  const expiry = opened.use(openCredentialExpiry({ clock, bus }))
  const { plugins } = deps
  const proxy = plugins && opened.use(openPluginProxy({ ...plugins, clock }))
  if (plugins && proxy) {
    mountProxy(app, deps.facts, proxy)
    mountPluginPages(app, { facts: deps.facts, proxy, uiSessions: plugins.uiSessions, sendPage, wantsPage })
    opened.use(plugins.watch(proxy.learn))
    opened.use(plugins.uiSessions.onEnd(expiry.check))
  }
  const live = opened.use(
    openEventSockets({ clock, bus, alerts: deps.alerts, auth, expiry, isOwnHost: deps.isOwnHost }),
  )
  for (const path of live.paths) {
    app.get(path, (_request, reply) =>
      sendMessage(reply.header('Upgrade', 'websocket'), STATUS.upgradeRequired, phrase('request.websocketOnly')),
    )
  }
  const routes = operations.map(({ operation }) => ({ method: operation.method, url: routePathOf(operation) }))
  const others = ['/openapi.json', ...live.paths].map((url) => ({ method: 'GET', url }))
  refuseUnknown(app, [...routes, ...others], { sendPage, admit })

  await app.ready()
  const onRequest: RequestListener = (request, response) => {
    const isForSite = deps.site?.takes(request.url) && isForUs(request.headers.host)
    if (isForSite) deps.site?.answer(request, response)
    else app.routing(request, response)
  }
  const onUpgrade = proxy
    ? upgradeToPlugins({ facts: deps.facts, proxy, auth, expiry, isForUs }, live.upgrade)
    : live.upgrade
  const shared = { onRequest, clock, onUpgrade }
  const listen = async (own: Pick<ListenerDeps, 'kind' | 'at'>): Promise<Listener> =>
    opened.use(await openListener({ ...shared, ...own }))
  const sockets = [
    { kind: 'console', path: deps.console },
    { kind: 'local', path: deps.local },
  ] as const
  for (const { kind, path } of sockets) {
    if (path === undefined) continue
    // Left behind by a router that was killed; two that run never share their state's directory.
    machine.removeFile(path)
    await listen({ kind, at: { path, mode: 0o600 } })
  }
  const network = await listen({ kind: 'network', at: { host, port } })
  const secure = opened.use(openTlsListener({ ...shared, kind: 'network', at: { host, port: securePort } }))

  const open = opened.move()
  return { port: network.port, secure, description, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** Answers unknown paths with 404, and other methods of known paths with 405: only to callers who may call at all. */
function refuseUnknown(
  app: FastifyInstance,
  known: readonly HttpRoute[],
  { sendPage, admit }: { sendPage: SendPage; admit: (rule: AccessRule, request: FastifyRequest) => Promise<void> },
): void {
  const refuse = async (request: FastifyRequest, reply: FastifyReply, status: number, message: Phrase) => {
    if (wantsPage(request)) return sendPage(reply)
    reply.headers(PRIVATE)
    await admit({ roles: ['viewer', 'parent'] }, request)
    return sendMessage(reply, status, message)
  }

  const allowed = openAllowed(known)
  app.setNotFoundHandler((request, reply) => {
    const allow = allowed(pathOf(request.url))
    if (allow === undefined) return refuse(request, reply, STATUS.notFound, phrase('request.pathUnknown'))
    return refuse(
      request,
      reply.header('Allow', allow),
      STATUS.methodNotAllowed,
      phrase('request.methodUnknown', request.method, allow),
    )
  })
}

/** A browser that goes somewhere, and not a program that calls. */
const wantsPage = (request: FastifyRequest): boolean =>
  !changes(request) &&
  request.headers.authorization === undefined &&
  request.headers['x-requested-with'] === undefined &&
  (headerOf(request, 'accept') ?? '').includes('text/html')

const changes = (request: FastifyRequest): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(request.method)

/** Calls without credentials are only for our own pages: any page can make a browser send them. */
function refuseForeignPage(request: FastifyRequest): void {
  const origin = headerOf(request, 'origin')
  if (origin !== undefined && !isSameHost(origin, request.headers.host)) {
    throw new AccessDenied('forbidden', phrase('request.crossOriginNoCredentials'))
  }
}

/**
 * The origin of the page that sent the call; undefined for pages of this router, and for programs. Browsers send `Origin` with each call
 * of a page to another origin, and `Sec-Fetch-Site` over HTTPS also where they follow a link.
 */
function foreignOriginOf(request: FastifyRequest): string | undefined {
  const origin = headerOf(request, 'origin')
  if (origin !== undefined) return isSameHost(origin, request.headers.host) ? undefined : origin
  const site = headerOf(request, 'sec-fetch-site')
  return site === 'cross-site' || site === 'same-site' ? site : undefined
}
