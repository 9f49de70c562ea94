import type { Found } from '../../model/dns/names/found.ts'
import { addressesIn } from '../../wire/dns/answer.ts'
import { addressQuery } from '../../wire/dns/query.ts'
import type { Upstream } from './upstream/upstream.ts'

/**
 * Resolves a name to its addresses. Undefined if no upstream answers. An answer with a private address counts as NXDOMAIN, as
 * it does for devices.
 */
export async function lookUp(upstream: Upstream, name: string): Promise<Found | undefined> {
  const resolved = await upstream.resolve(addressQuery(name))
  if (resolved.kind === 'failed') return undefined
  const { answer } = resolved
  const ips = answer.privateAddress === undefined ? addressesIn(answer) : []
  return { ips, ttlSeconds: answer.ttl }
}
