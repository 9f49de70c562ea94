import { isIp } from '../../../values/ip.ts'

/** The URL of a DNS-over-HTTPS provider. Its certificate must be valid for `host`. */
export interface SecureEndpoint {
  readonly host: string
  readonly port: number
  readonly path: string
}

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})*$`, 'i')
const LONGEST_PATH = 200
/** What providers write after the path: where a GET would have its question. We ask with POST, which needs no template. */
const TEMPLATE = '{?dns}'
/** RFC 8484's own example, and what nearly all providers took from it. */
const USUAL_PATH = '/dns-query'

/** A host name a certificate can carry; an address is none. */
export const isTlsHost = (text: string): boolean => HOST_NAME.test(text) && !isIp(text)

/** `https://dns.quad9.net/dns-query`, as providers publish it, to its parts. Undefined when it cannot be meant that way. */
export function readEndpoint(text: string): SecureEndpoint | undefined {
  const given = text.endsWith(TEMPLATE) ? text.slice(0, -TEMPLATE.length) : text
  if (!URL.canParse(given)) return undefined
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(given)
  const extras = search + hash + username + password
  if (protocol !== 'https:' || extras !== '' || !isTlsHost(hostname) || pathname.length > LONGEST_PATH) return undefined
  return { host: hostname, port: Number(port || 443), path: pathname === '/' ? USUAL_PATH : pathname }
}

/** The one spelling that is kept. */
export const writeEndpoint = ({ host, port, path }: SecureEndpoint): string =>
  `https://${host}${port === 443 ? '' : `:${port}`}${path}`

/** A resolver as a person reads it: its address, and the name of its certificate if it has one. */
export const spelled = ({ IPAddress, TLSHost }: { readonly IPAddress: string; readonly TLSHost: string }): string =>
  TLSHost === '' ? IPAddress : `${IPAddress} (${TLSHost})`
