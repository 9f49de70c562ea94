import type { IncomingMessage } from 'node:http'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'

/** RFC 9110 4.1 recommends at least 8000 bytes; the longest calls, about 256 devices, need 4.6 KiB. */
const MAX_TARGET_LENGTH = 8 * 1024

const ABSOLUTE = /^(https?):\/\/([^/?#]*)(.*)$/i

/**
 * Rewrites a request target in absolute form (`GET http://spr.local/devices`), as proxies send it, to its path, and replaces
 * the Host header with its authority: RFC 9112 3.2.2. A target that cannot be ours (an `https` URI over a plain connection,
 * RFC 9110 7.4) gets an empty Host, which no router has.
 */
export function readAbsoluteForm(request: IncomingMessage): void {
  const [, scheme, authority = '', rest = ''] = ABSOLUTE.exec(request.url ?? '') ?? []
  if (scheme === undefined) return
  const isSecure = 'encrypted' in request.socket
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  request.headers.host = scheme.toLowerCase() === 'https' && !isSecure ? '' : authority
}

/**
 * Checks the request target and that one host is named (RFC 9112 3.2). Throws `Invalid`: above 8 KiB (`target_too_long`), for a
 * target that is not a path, for bytes outside ASCII, and for percent-encoded bytes that are not UTF-8 (RFC 3986 2.5).
 */
export function checkTarget({ method, url = '', rawHeaders }: IncomingMessage): void {
  if (url.length > MAX_TARGET_LENGTH)
    throw new Invalid(phrase('request.parameterTooLong', MAX_TARGET_LENGTH), 'path', { kind: 'target_too_long' })
  if (!url.startsWith('/') && !(method === 'OPTIONS' && url === '*'))
    throw new Invalid(phrase('request.pathLeadingSlash'), 'path')
  if (/[^!-~]/.test(url)) throw new Invalid(phrase('request.percentEncoding'), 'path')
  const [path = '', query = ''] = url.split(/\?(.*)/s, 2)
  if (!isUtf8(path)) throw new Invalid(phrase('request.utf8Malformed'), 'path')
  if (!isUtf8(query)) throw new Invalid(phrase('request.utf8Malformed'), 'query')
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw new Invalid(phrase('request.parameterRepeated'), 'Host')
}

function isUtf8(encoded: string): boolean {
  if (!encoded.includes('%')) return true
  try {
    decodeURIComponent(encoded)
    return true
  } catch {
    return false
  }
}
