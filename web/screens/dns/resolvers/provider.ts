import { isTlsHost, readEndpoint } from '../../../../router/model/dns/resolvers/endpoint.ts'
import type { DnsProvider } from '../../../../router/model/dns/resolvers/settings.ts'
import { isIp } from '../../../../router/values/ip.ts'

export type ProviderProtocol = 'tls' | 'https' | 'plain'

/** A provider in a form, with its protocol as `kind`. */
export interface ProviderDraft {
  readonly key: number
  readonly kind: ProviderProtocol
  readonly address: string
  readonly host: string
}

export const draftOfProvider = ({ IPAddress, TLSHost, DisableTls }: DnsProvider, key: number): ProviderDraft => ({
  key,
  kind: DisableTls ? 'plain' : TLSHost.startsWith('https:') ? 'https' : 'tls',
  address: IPAddress,
  host: TLSHost,
})

export const providerOf = ({ kind, address, host }: ProviderDraft): DnsProvider => ({
  IPAddress: address.trim(),
  TLSHost: kind === 'plain' ? '' : host.trim(),
  DisableTls: kind === 'plain',
})

/** What is wrong with it, by the router's own rules; undefined when nothing is. */
export function providerFaultOf({ kind, address, host }: ProviderDraft): 'address' | 'host' | undefined {
  if (!isIp(address.trim())) return 'address'
  if (kind === 'tls' && !isTlsHost(host.trim())) return 'host'
  if (kind === 'https' && !readEndpoint(host.trim())) return 'host'
  return undefined
}
