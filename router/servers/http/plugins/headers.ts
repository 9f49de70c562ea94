import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { EVERYWHERE } from '../headers.ts'

/** The only headers of a call that a plugin receives: never the credentials of the caller. */
const PASSED_ON = ['content-type', 'content-length', 'accept']

/** The headers for a plugin, as the caller sent them. */
export function headersFor({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { host: 'localhost' }
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    if (PASSED_ON.includes(name)) headers[name] ??= rawHeaders[index + 1]
  }
  return headers
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
  ...['permissions-policy', 'referrer-policy', 'cross-origin-opener-policy', 'cross-origin-embedder-policy', 'server'],
  ...['cross-origin-resource-policy', 'origin-agent-cluster', 'document-policy', 'timing-allow-origin', 'sourcemap'],
  ...['x-sourcemap', 'x-dns-prefetch-control', 'x-permitted-cross-domain-policies', 'expect-ct', 'critical-ch'],
  ...['accept-ch', 'speculation-rules', 'no-vary-search', 'x-spr-auth-error', 'location'],
])

const isRemoved = (name: string): boolean => REMOVED.has(name) || name.startsWith('access-control-')

/** A response of a plugin that a browser shows as a page has an origin of its own, and loads nothing. */
const NO_PAGE = { 'Content-Security-Policy': "sandbox; default-src 'none'" }

/** The headers of the response to the caller. `root`: the path that the plugin is served at. */
export function headersFrom(
  received: IncomingHttpHeaders,
  root: string,
  own: Readonly<Record<string, string>>,
): OutgoingHttpHeaders {
  const ours = { ...EVERYWHERE, ...NO_PAGE, ...own }
  const names = new Set(Object.keys(ours).map((name) => name.toLowerCase()))
  const theirs = Object.entries(received).filter(([name]) => !isRemoved(name) && !names.has(name))
  const location = locationWithin(received.location, root)
  return { ...Object.fromEntries(theirs), ...(location === undefined ? {} : { location }), ...ours }
}

/** A redirect within the plugin, as the caller has to follow it; undefined for one that leads elsewhere. */
function locationWithin(location: string | undefined, root: string): string | undefined {
  if (location === undefined) return undefined
  // What the plugin calls `/` is its root.
  const given = location.startsWith('/') && !location.startsWith('//') ? `${root}${location}` : location
  const url = URL.parse(given, `http://localhost${root}/`)
  if (url?.origin !== 'http://localhost' || !`${url.pathname}/`.startsWith(`${root}/`)) return undefined
  return `${url.pathname}${url.search}`
}
