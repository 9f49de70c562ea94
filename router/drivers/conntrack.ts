import type { Flow } from '../compiler/permits.ts'
import type { Machine } from '../machine/machine.ts'
import type { Connection } from '../wire/conntrack.ts'

/**
 * End the tracked connections from and to these addresses, or all of them, that may not go on. The ruleset lets through
 * what belongs to a connection that it once admitted; so when a permission is lost the connection has to go too.
 */
export async function cut(
  machine: Pick<Machine, 'connections' | 'endConnections'>,
  of: readonly string[] | 'all',
  mayGoOn: (connection: Connection) => boolean,
): Promise<void> {
  for await (const part of machine.connections(of)) {
    const lost = part.filter((connection) => !mayGoOn(connection))
    if (lost.length > 0) await machine.endConnections(lost)
  }
}

const PROTOCOLS: Readonly<Record<number, Flow['protocol']>> = { 1: 'icmp', 6: 'tcp', 17: 'udp' }

/** A tracked connection in the words of the rules. */
export const flowOf = ({ protocol, port, original, reply }: Connection): Flow => ({
  source: original.source,
  destination: original.destination,
  protocol: PROTOCOLS[protocol] ?? 'other',
  port,
  answeredBy: reply.source,
  leftAs: reply.destination,
})
