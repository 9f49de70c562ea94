import { isTlsHost, readEndpoint } from '../../../../router/features/dns/endpoint.ts'
import type { DnsProvider } from '../../../../router/features/dns/settings.ts'
import { isIp } from '../../../../router/values/ip.ts'

export type Kind = 'tls' | 'https' | 'plain'

/** A provider as a form has it, with how it is asked said outright. */
export interface Draft {
  readonly key: number
  readonly kind: Kind
  readonly address: string
  readonly host: string
}

interface Known {
  readonly name: string
  readonly address: string
  readonly host: string
}

/** Providers that take questions over TLS, and are well known. */
export const WELL_KNOWN: readonly Known[] = [
  { name: 'Quad9', address: '9.9.9.9', host: 'dns.quad9.net' },
  { name: 'Cloudflare', address: '1.1.1.1', host: 'one.one.one.one' },
  { name: 'Google', address: '8.8.8.8', host: 'dns.google' },
]

/** Providers that also block content that is not for children. */
export const WELL_KNOWN_FAMILY: readonly Known[] = [
  { name: 'Cloudflare for Families', address: '1.1.1.3', host: 'family.cloudflare-dns.com' },
  { name: 'AdGuard Family', address: '94.140.14.15', host: 'family.adguard-dns.com' },
  { name: 'CleanBrowsing Family', address: '185.228.168.168', host: 'family-filter-dns.cleanbrowsing.org' },
]

export const draftOf = ({ IPAddress, TLSHost, DisableTls }: DnsProvider, key: number): Draft => ({
  key,
  kind: DisableTls ? 'plain' : TLSHost.startsWith('https:') ? 'https' : 'tls',
  address: IPAddress,
  host: TLSHost,
})

export const providerOf = ({ kind, address, host }: Draft): DnsProvider => ({
  IPAddress: address.trim(),
  TLSHost: kind === 'plain' ? '' : host.trim(),
  DisableTls: kind === 'plain',
})

/** What is wrong with it, by the router's own rules; undefined when nothing is. */
export function faultOf({ kind, address, host }: Draft): 'address' | 'host' | undefined {
  if (!isIp(address.trim())) return 'address'
  if (kind === 'tls' && !isTlsHost(host.trim())) return 'host'
  if (kind === 'https' && !readEndpoint(host.trim())) return 'host'
  return undefined
}
