import type { IncomingMessage } from 'node:http'
import type { BrowserCredentials } from '../../../model/access/admission.ts'
import type { CallingBrowser, WithCookie } from '../../../model/operation.ts'

/** The header with the CSRF token. Forms and links cannot set it, and no preflight permits it to other origins. */
export const CSRF = 'x-csrf-token'

/** Cookies with the name of a session's that are considered. Other servers on this host can set more of them. */
const MOST = 4
const MAX_AGENT = 256

type Message = Pick<IncomingMessage, 'headers' | 'socket'>

const isSecure = ({ socket }: Message): boolean => 'encrypted' in socket

/**
 * Browsers send cookies to all ports of a host, so the port of the Host header is part of the name: two routers on one machine keep
 * their sessions apart. Over TLS the prefix makes browsers refuse it from plain HTTP and from other hosts (RFC 6265bis §4.1.3.2).
 */
function nameFor(message: Message): string {
  const [, port] = /:(\d{1,5})$/.exec(message.headers.host ?? '') ?? []
  return `${isSecure(message) ? '__Host-' : ''}sallyport${port === undefined ? '' : `_${port}`}`
}

/** The `Set-Cookie` header that sets or deletes the session of this browser (RFC 6265). */
export function setCookie(
  message: Message,
  { value, seconds }: Pick<WithCookie<unknown>, 'value' | 'seconds'>,
): string {
  const age = value === undefined ? 0 : seconds
  return [
    `${nameFor(message)}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(message) ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
  ].join('; ')
}

/** The values of the session cookies that the browser sent. */
export function cookiesIn(message: Message): string[] {
  const start = `${nameFor(message)}=`
  return (message.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
    .slice(0, MOST)
}

/** The session of a browser in a call; undefined without both halves, or if the browser says that another site made the call. */
export function browserCredentials(message: Message): BrowserCredentials | undefined {
  const csrf = message.headers[CSRF]
  const site = message.headers['sec-fetch-site']
  if (typeof csrf !== 'string' || (site !== undefined && site !== 'same-origin')) return undefined
  const cookies = cookiesIn(message)
  return cookies.length > 0 ? { cookies, csrf } : undefined
}

/** What a session records about the browser that begins it. */
export const browserOf = (message: Message): CallingBrowser => ({
  agent: (message.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_AGENT),
  cookies: cookiesIn(message),
  origin: originOf(message),
})

/** Other names than the router's own are refused before. */
function originOf(message: Message): string | undefined {
  const url = `https://${message.headers.host ?? ''}`
  return isSecure(message) && URL.canParse(url) ? new URL(url).origin : undefined
}
