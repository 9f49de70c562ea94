import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Invalid } from '../../../errors.ts'
import type { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { pathOf } from '../app.ts'
import type { SendPage } from '../pages.ts'
import { ownFields } from './headers.ts'
import { pluginAt, rootOf } from './lookup.ts'
import { type PluginProxy, queryOf } from './proxy.ts'

const BASE = '/admin/custom_plugin'

/**
 * Pages of plugins are shown in a frame of the admin app. They have an opaque origin, without access to the app and its storage, and
 * may load from this router only. `'self'` is the origin of the address, also in a sandbox (CSP Level 3 §2.2.1).
 */
const FRAME = ownFields({
  'Content-Security-Policy': [
    'sandbox allow-scripts allow-forms allow-downloads allow-modals',
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  // WebRTC, which `connect-src` does not restrict, in Chromium: https://wicg.github.io/connection-allowlists. It has no `webrtc` directive.
  'Connection-Allowlist': '(response-origin);webrtc=block',
  'X-Frame-Options': 'SAMEORIGIN',
  'Cache-Control': 'no-cache',
})

/** Sessions of the pages of plugins. */
export interface PluginSessions {
  /** Whether a session with this identifier may show the pages of the plugin. */
  shows(sessionId: string, plugin: KeptPlugin): boolean
}

interface Deps {
  readonly facts: Facts
  readonly proxy: PluginProxy
  readonly uiSessions: PluginSessions
  readonly sendPage: SendPage
  /** A browser that opens the address, not a program. */
  readonly wantsPage: (request: FastifyRequest) => boolean
}

/**
 * Serves the pages of plugins with `HasUI`: `/admin/custom_plugin/URI/static/…` to anyone, and the first page to callers with credentials or,
 * in a frame, with the session in the query. A browser that opens that address itself gets the admin app.
 */
export function mountPluginPages(app: FastifyInstance, deps: Deps): void {
  const { facts, proxy, uiSessions, sendPage, wantsPage } = deps
  const find = (request: FastifyRequest) => {
    const found = pluginAt(facts, BASE, pathOf(request.url))
    if (!found?.plugin.HasUI) return undefined
    const isStatic = found.rest.startsWith('/static/')
    return isStatic || found.rest === '/' ? { ...found, isStatic } : undefined
  }
  const sessionOf = (request: FastifyRequest): string | undefined =>
    new URLSearchParams(queryOf(request.url)).get('session') ?? undefined
  const isShown = (request: FastifyRequest, found: NonNullable<ReturnType<typeof find>>): boolean => {
    const session = sessionOf(request)
    return session !== undefined && uiSessions.shows(session, found.plugin)
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: `${BASE}/*`,
    exposeHeadRoute: false,
    config: {
      rule(request) {
        const found = find(request)
        if (!found || found.isStatic || isShown(request, found) || wantsPage(request)) return undefined
        return {}
      },
    },
    async handler(request, reply) {
      const found = find(request)
      if (!found) return wantsPage(request) ? sendPage(reply) : reply.callNotFound()
      if (!found.isStatic && !isShown(request, found) && wantsPage(request)) {
        if (sessionOf(request) !== undefined) throw new Invalid(phrase('request.sessionEnded'), 'session')
        return sendPage(reply)
      }
      const { plugin, rest, isStatic } = found
      const query = isStatic ? queryOf(request.url) : ''
      return proxy.forward(request, reply, { plugin, path: `${rest}${query}`, root: rootOf(BASE, plugin) }, FRAME)
    },
  })
}
