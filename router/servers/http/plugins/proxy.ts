import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock, Machine } from '../../../machine/machine.ts'
import type { LocalStream } from '../../../machine/unixsocket.ts'
import type { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { pathOf } from '../app.ts'
import { PRIVATE } from '../headers.ts'
import { receivedBody } from '../upload.ts'
import { fieldsFor, fieldsFrom, type OwnFields, ownFields } from './headers.ts'
import { pluginAt, rootOf, socketOf } from './lookup.ts'
import { openPluginUpstream, type PluginUpstream, type UpstreamCall } from './upstream.ts'

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
  upstreamOf(plugin: KeptPlugin): PluginUpstream
  /** Sends the plugin's response to this path, with these header fields. Throws as `PluginUpstream`. */
  forward(
    request: FastifyRequest,
    reply: FastifyReply,
    to: { readonly plugin: KeptPlugin; readonly path: string; readonly root: string },
    own: OwnFields,
  ): Promise<FastifyReply>
  /** To be called with every committed change: connections of changed plugins are closed. */
  learn(entries: readonly Entry[]): void
}

export function openPluginProxy({ clock, machine, data }: Deps): PluginProxy {
  const upstreams = new Map<string, { readonly plugin: KeptPlugin; readonly upstream: PluginUpstream }>()

  function upstreamOf(plugin: KeptPlugin): PluginUpstream {
    const known = upstreams.get(plugin.Name)
    if (known?.plugin === plugin) return known.upstream
    known?.upstream[Symbol.dispose]()
    const upstream = openPluginUpstream({ clock, machine, name: plugin.Name, socket: socketOf(data, plugin) })
    upstreams.set(plugin.Name, { plugin, upstream })
    return upstream
  }

  return {
    upstreamOf,
    async forward(request, reply, { plugin, path, root }, own) {
      const { raw } = reply
      const isChunked = request.headers['transfer-encoding'] !== undefined
      const hasBody = isChunked || Number(request.headers['content-length'] ?? 0) > 0
      const body = hasBody ? receivedBody(request, { mediaType: '*/*', maxBytes: MAX_BODY_BYTES }) : undefined
      const fields = fieldsFor(request.raw)
      const call = upstreamOf(plugin).call({
        method: request.method,
        path,
        fields: framed(fields, hasBody, isChunked),
        send: body && ((to) => sendBody(to, body, isChunked)),
        begin(head) {
          reply.hijack()
          raw.writeHead(head.status, fieldsFrom(head, root, own))
        },
        ...passOn(raw),
      })
      // A caller that disconnects ends the call of the plugin.
      if (raw.closed) call.cancel()
      else raw.once('close', call.cancel)
      await call.begun
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
    [Symbol.dispose]() {
      for (const { upstream } of upstreams.values()) upstream[Symbol.dispose]()
    },
  }
}

/** Bodies up to this size are sent in one write with the head. */
const SMALL_BODY = 2048

/** Forwards the body of a response while it is received, no faster than the caller reads it. */
const passOn = (raw: ServerResponse): Pick<UpstreamCall, 'waits' | 'write' | 'end' | 'breakOff'> => ({
  // The head is sent with the first bytes, or by itself if the plugin only sends them later, as in a stream of events.
  waits: () => raw.flushHeaders(),
  write: (bytes, written) => void raw.write(bytes, written),
  end(bytes, written) {
    if (bytes.length > SMALL_BODY) raw.end(bytes, written)
    else {
      // As a string, which Node appends to the head; a copy, so that the bytes may change.
      raw.end(bytes.toString('latin1'), 'latin1')
      written()
    }
  },
  breakOff: () => raw.destroy(),
})

/** The fields of a request, with those that end its body: the length that the caller announced, or chunks. */
function framed(fields: string[], hasBody: boolean, isChunked: boolean): string[] {
  const at = fields.indexOf('content-length')
  if (at >= 0 && (!hasBody || isChunked)) fields.splice(at, 2)
  if (isChunked) fields.push('transfer-encoding', 'chunked')
  return fields
}

/** Sends a body, no faster than the plugin reads it, until it does not want more. Rejects if the body cannot be read. */
async function sendBody(to: LocalStream, body: AsyncIterable<Uint8Array>, isChunked: boolean): Promise<void> {
  for await (const bytes of body) {
    if (to.destroyed) return
    if (isChunked) {
      to.cork()
      to.write(`${bytes.length.toString(16)}\r\n`)
      to.write(bytes)
      to.write('\r\n')
      to.uncork()
    } else to.write(bytes)
    if (to.writableNeedDrain) await drained(to)
  }
  if (isChunked && !to.destroyed) to.write('0\r\n\r\n')
}

const drained = (stream: LocalStream): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })

const OWN = ownFields(PRIVATE)

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
        return proxy.forward(request, reply, to, OWN)
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
