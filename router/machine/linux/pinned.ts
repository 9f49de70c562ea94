import type { ClientRequest, RequestOptions } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { SecureContext } from 'node:tls'
import { type Ip, isIp } from '../../values/ip.ts'
import { request as requestPlain } from '../http.ts'

interface Pinned extends Pick<RequestOptions, 'method' | 'headers' | 'signal'> {
  readonly url: string
  /** Connects to this address only: the domain in the URL is not resolved. */
  readonly ip: Ip
  /** Which certificates are accepted for `https`. */
  readonly trusted: () => SecureContext
}

/** Returns a request on a new connection. It is sent when the caller calls `end`. */
export function openPinned({ url, ip, trusted, ...options }: Pinned): ClientRequest {
  const { protocol, hostname } = new URL(url)
  const lookup: LookupFunction = (_name, _options, found) => found(null, ip, 4)
  const connection = { ...options, agent: false, family: 4, autoSelectFamily: false, lookup }
  if (protocol !== 'https:') return requestPlain(url, connection)
  // RFC 6066, 3: a server name cannot be an address.
  const secure = { secureContext: trusted(), ...(isIp(hostname) ? {} : { servername: hostname }) }
  return requestSecure(url, { ...connection, ...secure })
}
