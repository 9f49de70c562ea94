import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BadGateway } from '../../../errors.ts'
import type { KeptPlugin } from '../../../features/plugins/plugin.ts'
import type { Clock, Machine } from '../../../machine/machine.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { pathOf } from '../app.ts'
import { PRIVATE } from '../headers.ts'
import { received } from '../upload.ts'
import { headersFor, headersFrom } from './headers.ts'
import { pluginAt, rootOf, socketOf } from './lookup.ts'
import { openUpstream, type Upstream } from './upstream.ts'

export const PLUGINS_BASE = '/plugins'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const MAX_BODY_BYTES = 64 * 1024 * 1024

interface Deps {
  readonly clock: Clock
  readonly machine: Pick<Machine, 'connectUnix'>
  /** The data directory, which has the sockets of plugins. */
  readonly data: string
}

/** Passes calls on to plugins. */
export interface PluginProxy extends Disposable {
  upstreamOf(plugin: KeptPlugin): Upstream
  /** Sends the plugin's response to this path, with these headers in addition. Throws as `Upstream`. */
  forward(
    request: FastifyRequest,
    reply: FastifyReply,
    to: { readonly plugin: KeptPlugin; readonly path: string; readonly root: string },
    own: Readonly<Record<string, string>>,
  ): Promise<FastifyReply>
  /** To be called with every committed change: connections of changed plugins are closed. */
  learn(entries: readonly Entry[]): void
  closeWebsockets(): void
}

export function openPluginProxy({ clock, machine, data }: Deps): PluginProxy {
  const upstreams = new Map<string, { readonly plugin: KeptPlugin; readonly upstream: Upstream }>()

  function upstreamOf(plugin: KeptPlugin): Upstream {
    const known = upstreams.get(plugin.Name)
    if (known?.plugin === plugin) return known.upstream
    known?.upstream[Symbol.dispose]()
    const upstream = openUpstream({ clock, machine, name: plugin.Name, socket: socketOf(data, plugin) })
    upstreams.set(plugin.Name, { plugin, upstream })
    return upstream
  }

  return {
    upstreamOf,
    async forward(request, reply, { plugin, path, root }, own) {
      const { raw } = request
      const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
      const body = hasBody ? received(request, { mediaType: '*/*', maxBytes: MAX_BODY_BYTES }) : undefined
      const headers = headersFor(raw)
      if (!hasBody) delete headers['content-length']
      const response = await upstreamOf(plugin).call({
        method: request.method,
        path,
        headers,
        send: body && ((to: ClientRequest) => pipeline(body, to)),
      })
      send(response, reply, root, own)
      return reply
    },
    learn(entries) {
      for (const { table, before } of entries) {
        if (table !== 'plugins' || before === undefined) continue
        const { Name } = before as KeptPlugin
        upstreams.get(Name)?.upstream[Symbol.dispose]()
        upstreams.delete(Name)
      }
    },
    closeWebsockets() {
      for (const { upstream } of upstreams.values()) upstream.closeWebsockets()
    },
    [Symbol.dispose]() {
      for (const { upstream } of upstreams.values()) upstream[Symbol.dispose]()
    },
  }
}

/** Sends a response as it comes, no faster than the caller reads it. */
function send(
  response: IncomingMessage,
  reply: FastifyReply,
  root: string,
  own: Readonly<Record<string, string>>,
): void {
  const { statusCode = 0 } = response
  // 1xx are for one connection; 101 has no meaning here.
  if (statusCode < 200 || statusCode > 599) {
    response.destroy()
    throw new BadGateway('The plugin sent an invalid status.')
  }
  const { raw } = reply
  reply.hijack()
  raw.writeHead(statusCode, headersFrom(response.headers, root, own))
  // The head leaves with the first bytes, or by itself if the plugin only sends them later, as in a stream of events.
  if (response.readableLength === 0 && !response.complete) raw.flushHeaders()
  // A caller that goes away ends the call of the plugin, and the other way round.
  response.on('error', () => raw.destroy())
  response.once('close', () => response.complete || raw.destroy())
  raw.once('close', () => response.destroy())
  response.pipe(raw)
}

/** Serves `/plugins/URI/…` of enabled plugins. Paths of the router's own operations go before these. */
export function mountProxy(app: FastifyInstance, facts: Facts, proxy: PluginProxy): void {
  void app.register(async (apart) => {
    apart.removeAllContentTypeParsers()
    apart.addContentTypeParser('*', (_request, body, done) => done(null, body))
    apart.route({
      method: METHODS,
      url: `${PLUGINS_BASE}/*`,
      exposeHeadRoute: false,
      config: { rule: (request) => (pluginAt(facts, PLUGINS_BASE, pathOf(request.url)) ? {} : undefined) },
      async handler(request, reply) {
        const found = pluginAt(facts, PLUGINS_BASE, pathOf(request.url))
        if (!found) return reply.callNotFound()
        const { plugin, rest } = found
        const to = { plugin, path: `${rest}${queryOf(request.url)}`, root: rootOf(PLUGINS_BASE, plugin) }
        return proxy.forward(request, reply, to, PRIVATE)
      },
    })
  })
}

/** With its question mark; empty if there is none. */
export const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '')

/** Connects two streams until one of them ends. */
export function join(caller: Duplex, plugin: Duplex): void {
  for (const [one, other] of [
    [caller, plugin],
    [plugin, caller],
  ] as const) {
    one.on('error', () => other.destroy())
    one.once('close', () => other.destroy())
    one.pipe(other)
  }
}
