import type { Delta } from '../compiler/compile.ts'
import type { MemberAt } from '../compiler/ends.ts'
import type { Network } from '../compiler/network.ts'
import { hasLost, leftTunnels, lostBySlot, movedHosts, permits, type TrackedFlow, turns } from '../compiler/permits.ts'
import type { Machine } from '../machine/machine.ts'
import { groupMaps } from '../model/home/groups/group.ts'
import type { Connection } from '../wire/conntrack.ts'
import type { ConnectionPattern, ConnectionSelection } from '../wire/conntrack-selection.ts'

/**
 * Ends tracked connections that the Network does not permit. The ruleset accepts all packets of an admitted connection, so the
 * connection has to be ended when its permission is removed.
 */
export interface Connections {
  /** Ends the selected connections that are forbidden. A failure is only logged. */
  endForbidden(of: ConnectionSelection): Promise<void>
  /** The same for the connections that may have lost their permission by a change. */
  endLost(delta: Delta): Promise<void>
}

interface Deps {
  readonly machine: Pick<Machine, 'connections' | 'endConnections'>
  readonly network: () => Network
  readonly memberAt: MemberAt
  readonly onFailure: (what: string, error: unknown) => void
}

export function openConnections({ machine, network, memberAt, onFailure }: Deps): Connections {
  const endForbidden = async (of: ConnectionSelection, left: ReadonlySet<string> = NONE): Promise<void> => {
    const now = network()
    try {
      for await (const part of machine.connections(of)) {
        const forbidden = part
          .map((connection) => ({ connection, flow: flowOf(connection) }))
          .filter(({ flow }) => left.has(flow.leftAs) || !permits(now, memberAt, flow))
          .map(({ connection }) => connection)
        if (forbidden.length > 0) await machine.endConnections(forbidden)
      }
    } catch (error) {
      onFailure('forbidden connections could not be ended', error)
    }
  }
  return {
    endForbidden: (of) => endForbidden(of),
    async endLost(delta) {
      const of = lostBy(delta, network())
      const { frame } = delta
      if (of === 'all' || of.length > 0) await endForbidden(of, frame ? leftTunnels(frame.before, frame.after) : NONE)
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Each entry is compared with each pattern: for more of them, all entries are evaluated. */
const MOST_PATTERNS = 64

/** The connections that may have lost a permission by a change. */
function lostBy({ members, frame, slots }: Delta, network: Network): ConnectionSelection {
  if (frame && turns(frame.before, frame.after)) return 'all'
  const patterns = new Map<string, ConnectionPattern>()
  for (const slot of slots) for (const pattern of lostBySlot(slot)) patterns.set(JSON.stringify(pattern), pattern)
  if (patterns.size > MOST_PATTERNS) return 'all'
  const lost = members.filter(({ before, after }) => hasLost(before, after)).map(({ before }) => before!)
  const disabled = frame?.before.groups.filter(
    ({ name, enabled }) => enabled && !frame.after.groups.some((group) => group.name === name && group.enabled),
  )
  for (const { name } of disabled ?? [])
    for (const member of network.members.values())
      if (member.place && member.admissions.some(({ map }) => map === groupMaps(name).source)) lost.push(member)
  const hosts = frame ? movedHosts(frame.before, frame.after) : []
  return [...new Set([...lost.map(({ place }) => place!.ip), ...hosts]), ...patterns.values()]
}

const PROTOCOLS: Readonly<Record<number, TrackedFlow['protocol']>> = { 1: 'icmp', 6: 'tcp', 17: 'udp' }

/** A tracked connection as a `TrackedFlow`, which the rules can decide. */
const flowOf = ({ protocol, port, original, reply }: Connection): TrackedFlow => ({
  source: original.source,
  destination: original.destination,
  protocol: PROTOCOLS[protocol] ?? 'other',
  port,
  answeredBy: reply.source,
  leftAs: reply.destination,
})
