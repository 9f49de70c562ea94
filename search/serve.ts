import type { RequestListener } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { Allowance } from './allowance.ts'
import { answerQueries, answerRecommendations, type NamedIndex } from './answer.ts'
import { hearEvents } from './events.ts'
import { accepts, bodyOf } from './http.ts'
import { listOf, Refusal } from './request.ts'

/** A call as it came over HTTP. */
export interface SearchCall {
  readonly method: string
  /** Path and query, without what the service is mounted below. */
  readonly url: string
  readonly body: string
  readonly acceptEncoding?: string | undefined
  /** Who calls: an address. */
  readonly peer: string
}

export interface SearchReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface SearchNeeds extends NamedIndex {
  /** What callers have to name. Both stand in every page: they keep nobody out, and let nobody do more than search. */
  readonly appId: string
  readonly key: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export type Search = (call: SearchCall) => SearchReply

/** In bytes. What the search boxes send has about two thousand. */
export const MAX_BODY = 32 * 1024

/** As fast as anybody types, and what one of a router's processors can do beside its work. */
const EACH = { burst: 60, perSecond: 20 }
const ALL = { burst: 200, perSecond: 100 }
const WORTH_COMPRESSING = 1024

/** Any page may ask: there is nothing in the answer that is not on the site for everybody. */
const EVERYWHERE = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}
const PREFLIGHT = {
  ...EVERYWHERE,
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, X-Algolia-Application-Id, X-Algolia-API-Key, X-Algolia-Agent',
  'Access-Control-Max-Age': '86400',
}

/**
 * The hosted service's protocol, as far as DocSearch and Docusaurus' search page speak it: `POST` to
 * `/1/indexes/*` + `/queries`, `/1/indexes/*` + `/recommendations` and `/1/events`, with credentials in the query string and JSON
 * that calls itself plain text. What fails is told as `{"message", "status"}`.
 */
export function openSearch({ name, index, appId, key, now }: SearchNeeds): Search {
  const allowance = new Allowance(EACH, ALL)

  const endpoints: Record<string, (body: unknown) => unknown> = {
    '/1/indexes/*/queries': (body) => answerQueries({ name, index }, body),
    '/1/indexes/*/recommendations': answerRecommendations,
    '/1/events': (body) => {
      hearEvents(body)
      return { status: 200, message: 'OK' }
    },
  }

  function answer({ method, url, body, peer }: SearchCall): unknown {
    const { pathname, searchParams } = urlOf(url)
    const pay = (cost: number): void => {
      if (!allowance.take(peer, cost, now())) throw new Refusal('Too many searches at once. Wait a second.', 429)
    }
    pay(1)
    const endpoint = Object.hasOwn(endpoints, pathname) ? endpoints[pathname] : undefined
    if (endpoint === undefined && !pathname.startsWith('/1/')) throw new Refusal('There is nothing at this path.', 404)
    demandCredentials(searchParams)
    if (endpoint === undefined) throw new Refusal('This key may search, and do nothing else.', 403)
    if (method !== 'POST') throw new Refusal('This is asked with POST.', 405)
    const parsed = parse(body)
    // Each search in a body costs as much as one that comes alone.
    if (pathname.startsWith('/1/indexes/')) pay(listOf(parsed).length - 1)
    return endpoint(parsed)
  }

  function demandCredentials(given: URLSearchParams): void {
    const values = new Map([...given].map(([parameter, value]) => [parameter.toLowerCase(), value]))
    const id = values.get('x-algolia-application-id')
    const secret = values.get('x-algolia-api-key')
    if (!id) throw new Refusal('`appId` is missing.', 403)
    if (!secret) throw new Refusal('`apiKey` is missing.', 403)
    if (id !== appId || secret !== key) throw new Refusal('The application id or the search key is not right.', 403)
  }

  return (call) => {
    if (call.method === 'OPTIONS') return { status: 204, headers: PREFLIGHT, body: '' }
    try {
      return compressed(call.acceptEncoding, 200, answer(call))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { message, status } = error
      return compressed(call.acceptEncoding, status, { message, status })
    }
  }
}

/** Throws `Refusal`. The star of the path may come encoded. */
function urlOf(url: string): { pathname: string; searchParams: URLSearchParams } {
  const [path = '', query = ''] = url.split('?', 2)
  return { pathname: path.replace(/%2a/i, '*'), searchParams: new URLSearchParams(query) }
}

function parse(body: string): unknown {
  if (Buffer.byteLength(body) > MAX_BODY) throw new Refusal(`The body has more than ${MAX_BODY} bytes.`, 413)
  try {
    return JSON.parse(body)
  } catch {
    throw new Refusal('The body is not JSON.', 400)
  }
}

const EXTRA: Record<number, Record<string, string>> = { 405: { Allow: 'POST, OPTIONS' }, 429: { 'Retry-After': '1' } }

function compressed(accepted = '', status: number, value: unknown): SearchReply {
  const text = JSON.stringify(value)
  const headers = { ...EVERYWHERE, ...EXTRA[status], 'Content-Type': 'application/json', Vary: 'Accept-Encoding' }
  if (text.length < WORTH_COMPRESSING) return { status, headers, body: text }
  if (accepts(accepted, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
    return { status, headers: { ...headers, 'Content-Encoding': 'br' }, body: brotliCompressSync(text, { params }) }
  }
  if (accepts(accepted, 'gzip'))
    return { status, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(text, { level: 5 }) }
  return { status, headers, body: text }
}

/** The service for a plain `node:http` server. */
export const searchListener =
  (search: Search): RequestListener =>
  async (request, response) => {
    const body = await bodyOf(request, MAX_BODY)
    if (request.destroyed && !request.complete) return
    const { method = '', url = '', headers, socket } = request
    const acceptEncoding = headers['accept-encoding']?.toString()
    try {
      const reply = search({ method, url, body, acceptEncoding, peer: socket.remoteAddress ?? '' })
      response.writeHead(reply.status, reply.headers).end(reply.body)
    } catch {
      const status = 500
      response.writeHead(status, EVERYWHERE).end(JSON.stringify({ message: 'The search failed.', status }))
    }
  }
