import type { IncomingMessage, RequestListener } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { answerQueries, answerQuery, answerRecommendations, type NamedIndex } from './answer.ts'
import { validateEvents } from './events.ts'
import { accepts, bodyOf } from './http.ts'
import { Refusal } from './refusal.ts'
import { listOf } from './request.ts'
import { TokenBuckets } from './tokenbucket.ts'

/** A call as it came over HTTP. */
export interface SearchCall {
  readonly method: string
  /** Path and query, without what the service is mounted below. */
  readonly url: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** The address of the caller. */
  readonly peer: string
  /** Where the caller found the service, as `https://router.example`; undefined where that is not known. */
  readonly origin?: string | undefined
}

export interface SearchReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface SearchNeeds extends Omit<NamedIndex, 'origin'> {
  /** Required credentials. Both are in every page: they permit searching, and nothing else. */
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
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, X-Algolia-Application-Id, X-Algolia-API-Key, X-Algolia-Agent',
  'Access-Control-Max-Age': '86400',
}

/** What is done with a call, by its method: an endpoint lists those that it has. */
interface Endpoint {
  readonly POST: (body: unknown, origin: string | undefined) => unknown
  readonly GET?: (query: string, origin: string | undefined) => unknown
}

/**
 * The hosted service's protocol for searching, as its clients of versions 4 and 5 speak it: `/1/indexes/*` + `/queries` and
 * `/1/indexes/{name}/query`, `/1/indexes/*` + `/recommendations` and `/1/events`. Bodies are JSON, regardless of their
 * Content-Type. Credentials are taken from the query, the headers or the body. Failures are `{"message", "status"}`.
 */
export function openSearch({ name, index, appId, key, now }: SearchNeeds): Search {
  const buckets = new TokenBuckets(EACH, ALL)

  const endpoints: Readonly<Record<string, Endpoint>> = {
    '/1/indexes/*/queries': { POST: (body, origin) => answerQueries({ name, index, origin }, body) },
    '/1/indexes/*/recommendations': { POST: answerRecommendations },
    '/1/events': {
      POST: (body) => {
        validateEvents(body)
        return { status: 200, message: 'OK' }
      },
    },
  }

  function endpointAt(pathname: string): Endpoint | undefined {
    if (Object.hasOwn(endpoints, pathname)) return endpoints[pathname]
    const [, indexName] = /^\/1\/indexes\/([^/*]+)\/query$/.exec(pathname) ?? []
    if (indexName === undefined) return undefined
    const answer = (given: unknown, origin: string | undefined): unknown =>
      answerQuery({ name, index, origin }, decoded(indexName), given)
    return { POST: answer, GET: answer }
  }

  function answer({ method, url, headers, body, peer, origin }: SearchCall): unknown {
    const { pathname, query } = partsOf(url)
    const pay = (cost: number): void => {
      if (!buckets.take(peer, cost, now()))
        throw new Refusal('Too many searches. Wait a second.', 429, { 'Retry-After': '1' })
    }
    pay(1)
    const endpoint = endpointAt(pathname)
    if (endpoint === undefined && !pathname.startsWith('/1/')) throw new Refusal('There is nothing at this path.', 404)
    demandCredentials([Object.fromEntries(new URLSearchParams(query)), headers, () => objectIn(body)])
    if (endpoint === undefined) throw new Refusal('This key may search, and do nothing else.', 403)
    if (method === 'GET' && endpoint.GET) return endpoint.GET(query, origin)
    const methods = Object.keys(endpoint)
    if (method !== 'POST')
      throw new Refusal(`Use ${methods.join(' or ')}.`, 405, { Allow: [...methods, 'OPTIONS'].join(', ') })
    const parsed = withoutCredentials(parse(body))
    // Each search in a body costs as much as one that comes alone.
    if (pathname.startsWith('/1/indexes/*/')) pay(listOf(parsed).length - 1)
    return endpoint.POST(parsed, origin)
  }

  function demandCredentials(places: readonly Place[]): void {
    const id = firstOf(places, 'x-algolia-application-id')
    const secret = firstOf(places, 'x-algolia-api-key', 'apikey')
    if (!id) throw new Refusal('`appId` is missing.', 403)
    if (!secret) throw new Refusal('`apiKey` is missing.', 403)
    if (id !== appId || secret !== key) throw new Refusal('The application id or the search key is not right.', 403)
  }

  return (call) => {
    const accepted = call.headers['accept-encoding']?.toString()
    if (call.method === 'OPTIONS') return { status: 204, headers: PREFLIGHT, body: '' }
    try {
      return compressed(accepted, 200, answer(call))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { message, status, headers } = error
      return compressed(accepted, status, { message, status }, headers)
    }
  }
}

/** Where credentials may be, by names in any case. A body is looked into only when they are nowhere else. */
type Place = Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>>)

const CREDENTIALS = ['x-algolia-application-id', 'x-algolia-api-key', 'x-algolia-agent', 'apikey']

function firstOf(places: readonly Place[], ...names: string[]): unknown {
  for (const place of places) {
    const [, value] =
      Object.entries(typeof place === 'function' ? place() : place).find(
        ([name, value]) => value && names.includes(name.toLowerCase()),
      ) ?? []
    if (value) return value
  }
  return undefined
}

function withoutCredentials(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !CREDENTIALS.includes(name.toLowerCase())))
}

function objectIn(body: string): Readonly<Record<string, unknown>> {
  if (Buffer.byteLength(body) > MAX_BODY) return {}
  try {
    return Object(JSON.parse(body))
  } catch {
    return {}
  }
}

/** The path and the query of a URL. The star of the path may come encoded. */
function partsOf(url: string): { pathname: string; query: string } {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  return { pathname: path.replace(/%2a/i, '*'), query: at < 0 ? '' : url.slice(at + 1) }
}

/** Throws `Refusal`. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal('This path cannot be decoded.', 400)
  }
}

function parse(body: string): unknown {
  if (Buffer.byteLength(body) > MAX_BODY) throw new Refusal(`The body has more than ${MAX_BODY} bytes.`, 413)
  try {
    return JSON.parse(body)
  } catch {
    throw new Refusal('The body is not JSON.', 400)
  }
}

function compressed(
  accepted = '',
  status: number,
  value: unknown,
  more: Readonly<Record<string, string>> = {},
): SearchReply {
  const text = JSON.stringify(value)
  const headers = { ...EVERYWHERE, ...more, 'Content-Type': 'application/json', Vary: 'Accept-Encoding' }
  if (text.length < WORTH_COMPRESSING) return { status, headers, body: text }
  if (accepts(accepted, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
    return { status, headers: { ...headers, 'Content-Encoding': 'br' }, body: brotliCompressSync(text, { params }) }
  }
  if (accepts(accepted, 'gzip'))
    return { status, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: gzipSync(text, { level: 5 }) }
  return { status, headers, body: text }
}

/** The service for a plain `node:http` server. `siteUrl` is where the records say that the site is. */
export const searchListener =
  (search: Search, siteUrl?: string): RequestListener =>
  async (request, response) => {
    const body = await bodyOf(request, MAX_BODY)
    if (request.destroyed && !request.complete) return
    const { method = '', url = '', headers, socket } = request
    try {
      const origin = originOf(request, siteUrl)
      const reply = search({ method, url, headers, body, peer: socket.remoteAddress ?? '', origin })
      response.writeHead(reply.status, reply.headers).end(reply.body)
    } catch {
      const status = 500
      response.writeHead(status, EVERYWHERE).end(JSON.stringify({ message: 'The search failed.', status }))
    }
  }

/** The origin that a request was made to; undefined when it is the site's own, or the Host header is none. */
function originOf({ headers, socket }: IncomingMessage, siteUrl: string | undefined): string | undefined {
  const { host = '' } = headers
  if (siteUrl === undefined || !/^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host)) return undefined
  if (host === new URL(siteUrl).host) return undefined
  return `${'encrypted' in socket ? 'https' : 'http'}://${host}`
}
