import type { IncomingMessage } from 'node:http'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { STATUS } from '../../../wire/http.ts'
import type { ResponseHead } from '../../../wire/httpresponse.ts'
import { EVERYWHERE } from '../headers.ts'
import type { UpstreamRequest } from './upstream.ts'

/** The only headers of a call that a plugin receives: never the credentials of the caller. */
const PASSED_ON = ['content-type', 'content-length', 'accept']

/** The header fields for a plugin, names and values in turn, as the caller sent them. Of repeated ones, the first. */
export function fieldsFor({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string[] {
  const fields: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (PASSED_ON.includes(name) && !fields.includes(name)) fields.push(name, rawHeaders[index + 1]!)
  }
  return fields
}

/** RFC 9112 §3 and RFC 9110 §5.5: nothing that could end a line. */
const PATH = /^[\x21-\xff]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** The head of a request, without its last, empty line. Throws `Invalid` for what does not fit on its line. */
export function requestHead({ method, path, fields }: UpstreamRequest, connection: string): string {
  if (!PATH.test(path)) throw new Invalid(phrase('field.malformed'), 'path')
  let head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n`
  for (let index = 0; index + 1 < fields.length; index += 2) {
    if (!VALUE.test(fields[index + 1]!)) throw new Invalid(phrase('field.malformed'), fields[index]!)
    head += `${fields[index]}: ${fields[index + 1]}\r\n`
  }
  return head
}

/** The first field with this name, in lower case. */
export function fieldOf(fields: readonly string[], name: string): string | undefined {
  for (let index = 0; index < fields.length; index += 2) if (fields[index] === name) return fields[index + 1]
  return undefined
}

/**
 * Headers that are not passed to the caller. RFC 9110 §7.6.1: they concern one connection. The others would act on the origin that the
 * plugin shares with the admin app: cookies, policies, stored data, redirects of other requests, a sign-in dialog of the browser.
 */
const REMOVED = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'set-cookie', 'set-cookie2', 'content-security-policy', 'www-authenticate'],
  ...['content-security-policy-report-only', 'strict-transport-security', 'public-key-pins', 'service-worker-allowed'],
  ...['clear-site-data', 'alt-svc', 'nel', 'report-to', 'reporting-endpoints', 'x-frame-options', 'refresh', 'link'],
  ...['connection-allowlist', 'connection-allowlist-report-only'],
  ...['permissions-policy', 'referrer-policy', 'cross-origin-opener-policy', 'cross-origin-embedder-policy', 'server'],
  ...['cross-origin-resource-policy', 'origin-agent-cluster', 'document-policy', 'timing-allow-origin', 'sourcemap'],
  ...['x-sourcemap', 'x-dns-prefetch-control', 'x-permitted-cross-domain-policies', 'expect-ct', 'critical-ch'],
  ...['accept-ch', 'speculation-rules', 'no-vary-search', 'x-spr-auth-error', 'location'],
])

const isRemoved = (name: string): boolean => REMOVED.has(name) || name.startsWith('access-control-')

/** A response of a plugin that a browser shows as a page has an opaque origin, and loads nothing. */
const NO_PAGE = { 'Content-Security-Policy': "sandbox; default-src 'none'" }

/** Fields of which only the first counts; of others, repeated lines are one list (RFC 9110 §5.3). */
const SINGLE = new Set(['content-type', 'content-disposition', 'etag', 'last-modified', 'expires', 'age', 'date'])

/** Header fields that a plugin cannot set, names in lower case and values in turn: those of the router, and more for a path. */
export interface OwnFields {
  readonly fields: readonly string[]
  readonly names: ReadonlySet<string>
}

/** The fields of responses of plugins. `more` has precedence. */
export function ownFields(more: Readonly<Record<string, string>>): OwnFields {
  const own = { ...EVERYWHERE, ...NO_PAGE, ...more }
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  return { fields: Object.entries(own).flat(), names }
}

/** The header fields of the response to the caller, names and values in turn. `root`: the path that the plugin is served at. */
export function fieldsFrom({ status, fields }: ResponseHead, root: string, own: OwnFields): string[] {
  const passed = [...own.fields]
  const seen = new Set<string>()
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index]!
    if (name === 'location') addLocation(passed, fields[index + 1]!, root)
    if (isRemoved(name) || own.names.has(name) || seen.has(name)) continue
    if (name === 'content-length' && status === STATUS.noContent) continue
    if (SINGLE.has(name)) seen.add(name)
    passed.push(name, fields[index + 1]!)
  }
  return passed
}

function addLocation(passed: string[], location: string, root: string): void {
  const within = locationWithin(location, root)
  if (within !== undefined && !passed.includes('location')) passed.push('location', within)
}

/** A redirect within the plugin, as the caller has to follow it; undefined for one that leads elsewhere. */
function locationWithin(location: string, root: string): string | undefined {
  // What the plugin calls `/` is its root.
  const given = location.startsWith('/') && !location.startsWith('//') ? `${root}${location}` : location
  const url = URL.parse(given, `http://localhost${root}/`)
  if (url?.origin !== 'http://localhost' || !`${url.pathname}/`.startsWith(`${root}/`)) return undefined
  return `${url.pathname}${url.search}`
}
