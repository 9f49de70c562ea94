import type { Found } from '../../features/names/following.ts'
import { addressesIn } from '../../wire/dns/answer.ts'
import { addressQuery } from '../../wire/dns/query.ts'
import type { Upstream } from './upstream/upstream.ts'

/**
 * Where a name leads, by an upstream's word; undefined when it has none. An answer that points into a home counts as "there
 * is no such name", as it does for devices.
 */
export async function lookUp(upstream: Upstream, name: string): Promise<Found | undefined> {
  const resolved = await upstream.resolve(addressQuery(name))
  if (resolved.kind === 'failed') return undefined
  const { answer } = resolved
  const ips = answer.privateAddress === undefined ? addressesIn(answer) : []
  return { ips, ttlSeconds: answer.ttl }
}
