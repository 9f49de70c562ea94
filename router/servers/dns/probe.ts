import type { MonotonicClock } from '../../machine/machine.ts'
import type { Sockets } from '../../machine/sockets.ts'
import type { DnsProvider } from '../../model/dns/resolvers/settings.ts'
import { rootQuery } from '../../wire/dns/query.ts'
import { openProvider } from './upstream/provider.ts'
import { openUpstream } from './upstream/upstream.ts'

/**
 * Sends a query for the name servers of the root, which every resolver can answer, over its own connection. Undefined if
 * it is answered; otherwise the reason, within 4 seconds.
 */
export async function probe(
  sockets: Sockets,
  clock: MonotonicClock,
  provider: DnsProvider,
): Promise<string | undefined> {
  using upstream = openUpstream([openProvider(sockets, clock, provider)], clock)
  const resolved = await upstream.resolve(rootQuery())
  return resolved.kind === 'answer' ? undefined : resolved.reason
}
