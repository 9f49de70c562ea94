import type { IncomingMessage, ServerResponse } from 'node:http'
import { accepts } from '../../../search/http.ts'
import { STATUS } from '../../wire/http.ts'
import { BASE, type Built, type SiteFile } from './built.ts'

/** Media types by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}

/** Headers of every response. */
const SECURITY = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

type Headers = Readonly<Record<string, string | number>>

/** A file in one content coding, with its headers. */
interface Form {
  readonly headers: Headers
  readonly body: Uint8Array
}

interface Entry {
  readonly etag: string
  readonly plain: Form
  readonly br: Form | undefined
  readonly gzip: Form | undefined
}

export interface Pages {
  /** Answers any request below the base path. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void
  /** Whether there is a page at this path. */
  readonly has: (path: string) => boolean
}

/**
 * Serves the files of a build from memory. Request paths are only looked up, and never used as paths of files.
 */
export function openPages({ served, files }: Built): Pages {
  const entries = new Map<string, Entry>()
  for (const file of files) {
    const path = pathOf(file.name)
    if (!Object.hasOwn(served.redirects, path)) entries.set(path, entryOf(file, served.contentSecurityPolicy))
  }
  const redirects = new Map(Object.entries(served.redirects))
  const notFound = entries.get(NOT_FOUND)
  entries.delete(NOT_FOUND)

  /** The redirect target of a path that is not a page; undefined if there is none. */
  function redirectOf(path: string): string | undefined {
    const clean = cleaned(path)
    const target = redirects.get(clean) ?? clean
    return target !== path && entries.has(target) ? target : undefined
  }

  function find(method: string, url: string): Found {
    if (method !== 'GET' && method !== 'HEAD')
      return { status: STATUS.methodNotAllowed, line: 'Pages are read with GET.', headers: { Allow: 'GET, HEAD' } }
    const [asked, query] = divided(url)
    const path = asked.includes('%') ? decoded(asked) : asked
    if (path === undefined) return { status: STATUS.badRequest, line: 'This path cannot be decoded.' }
    const entry = entries.get(path)
    if (entry) return { status: STATUS.ok, entry }
    const target = redirectOf(path)
    if (target === undefined) return notFound ? { status: STATUS.notFound, entry: notFound } : ABSENT
    const location = encodeURI(target) + (query === undefined ? '' : `?${query}`)
    return {
      status: STATUS.movedPermanently,
      line: `This page is at ${location}`,
      headers: { Location: location, 'Cache-Control': 'public, max-age=3600' },
    }
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = request
    const found = find(method, url)
    if ('entry' in found) send(request, response, found)
    else sendText(response, found.status, found.line, found.headers)
  }

  return { answer, has: (path) => entries.has(path) }
}

/** A response: a file, or a line of text. */
type Found = { status: number; entry: Entry } | { status: number; line: string; headers?: Headers }

const NOT_FOUND = `${BASE}404`
const ABSENT = { status: STATUS.notFound, line: 'There is nothing at this path.' }

/** The path that a file is found at: `docs/intro.html` at `/pages/docs/intro`, and `index.html` at `/pages/`. */
const pathOf = (name: string): string => BASE + name.replace(/\/index\.html$|^index\.html$|\.html$/, '')

/** The path of a page without `.html`, `index.html` or a slash at the end. */
function cleaned(path: string): string {
  const clean = path.replace(/\/index\.html$/, '/').replace(/\.html$/, '')
  if (clean === BASE || clean === BASE.slice(0, -1)) return BASE
  return clean.replace(/\/$/, '')
}

const divided = (url: string): [string, string | undefined] => {
  const at = url.indexOf('?')
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)]
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function entryOf({ name, digest, bytes, br, gzip }: SiteFile, policy: string): Entry {
  const type = name.slice(name.lastIndexOf('.') + 1)
  // Each encoding has its own tag: a strong one identifies bytes. RFC 9110 8.8.3.
  const form = (body: Uint8Array, coding = ''): Form => ({
    body,
    headers: {
      ...SECURITY,
      'Content-Type': TYPES[type] ?? 'application/octet-stream',
      'Content-Length': body.length,
      'Cache-Control': cacheControlOf(name, type),
      ETag: `"${digest}${coding && `-${coding}`}"`,
      Vary: 'Accept-Encoding',
      ...(type === 'html' && { 'Content-Security-Policy': policy }),
      ...(coding && { 'Content-Encoding': coding }),
    },
  })
  return { etag: digest, plain: form(bytes), br: br && form(br, 'br'), gzip: gzip && form(gzip, 'gzip') }
}

/** Names below `assets/` contain a digest, so these files never change. Pages may change with every build. */
function cacheControlOf(name: string, type: string): string {
  if (name.startsWith('assets/')) return 'public, max-age=31536000, immutable'
  return type === 'html' ? 'public, max-age=0, must-revalidate' : 'public, max-age=3600'
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, entry }: Extract<Found, { entry: Entry }>,
): void {
  const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
  const { headers, body } = formFor(entry, accepted)
  if (status === STATUS.ok && known !== undefined && (known.trim() === '*' || known.includes(entry.etag))) {
    const { 'Content-Length': _, ...rest } = headers
    response.writeHead(STATUS.notModified, rest).end()
    return
  }
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
}

/** The smallest form that the client accepts. */
function formFor({ plain, br, gzip }: Entry, accepted: string | string[] | undefined): Form {
  if (accepted === undefined) return plain
  const codings = String(accepted)
  if (br && accepts(codings, 'br')) return br
  if (gzip && accepts(codings, 'gzip')) return gzip
  return plain
}

/** Sends a line of text instead of a page. */
export function sendText(response: ServerResponse, status: number, line: string, headers: Headers = {}): void {
  const body = Buffer.from(`${line}\n`)
  response
    .writeHead(status, { ...SECURITY, 'Content-Type': TYPES.txt, 'Content-Length': body.length, ...headers })
    .end(body)
}
