import type { Packet } from '../../compiler/decision.ts'
import type { MemberAt } from '../../compiler/ends.ts'
import { decide } from '../../compiler/firewall/decide.ts'
import type { Member, Network } from '../../compiler/network.ts'
import { isRuleTable } from '../../compiler/ruleparts.ts'
import { isAnyPort, portsOf } from '../../model/firewall/config/port.ts'
import type { Entry } from '../../store/table.ts'
import type { Ip } from '../../values/ip.ts'

/** A port that represents all ports without a rule. */
const ORDINARY_PORT = 49_151

export interface Permissions {
  /** Whether the firewall accepts any new connection from one device to the other to any port. */
  readonly mayConnect: (from: Ip, to: Ip) => boolean
  /** Whether the firewall accepts a first UDP packet from one device to this port of the other. */
  readonly maySend: (from: Ip, to: Ip, port: number) => boolean
  /** Discards verdicts that changed facts make invalid. */
  readonly learn: (entries: readonly Entry[]) => void
}

/**
 * Which devices may connect to which others, by the same chains as the kernel's. A verdict follows from the frame, the rules and
 * the members of both devices. It is stored until one of them is replaced: with 300 devices there are 90,000, and computing them
 * again each second takes more than one core.
 */
export function openPermissions({ network, memberAt }: { network: () => Network; memberAt: MemberAt }): Permissions {
  /** By the members of the sender and of the receiver. A member is replaced when its device or a state that it depends on changes. */
  const verdicts = new Map<Member, Map<Member, boolean>>()
  let of = network()
  let probes: readonly Probe[] | undefined

  const forget = (): void => {
    verdicts.clear()
    probes = undefined
  }

  /** Discards all verdicts of another frame, and of rules that were compiled again after a change that failed. */
  const current = (): Network => {
    const now = network()
    if (now.frame !== of.frame || now.slots !== of.slots) forget()
    of = now
    return now
  }

  /** The verdict, and whether it depends on these two devices only. */
  const connects = (home: Network, source: Ip, destination: Ip): { verdict: boolean; isTheirs: boolean } => {
    probes ??= probesOf(home)
    let isTheirs = true
    const verdict = probes.some((probe) => {
      const decision = decide(home, memberAt, { source, destination, ...probe })
      // A rule sends the connection to another device.
      if (decision.ledTo) isTheirs = false
      return decision.verdict === 'accept'
    })
    return { verdict, isTheirs }
  }

  const rowOf = (member: Member, most: number): Map<Member, boolean> => {
    const known = verdicts.get(member)
    if (known && known.size <= most) return known
    // Rows and verdicts of members that were replaced.
    if (verdicts.size > most) verdicts.clear()
    const row = new Map<Member, boolean>()
    verdicts.set(member, row)
    return row
  }

  return {
    learn(entries) {
      // Rules replace slots in place. A name may belong to an endpoint.
      if (entries.some(({ table }) => isRuleTable(table) || table === 'resolvedNames')) forget()
    },
    maySend: (source, destination, port) =>
      decide(network(), memberAt, { source, destination, protocol: 'udp', port }).verdict === 'accept',
    mayConnect(from, to) {
      const home = current()
      const [sender, receiver] = [memberAt(from), memberAt(to)]
      if (!sender || !receiver) return connects(home, from, to).verdict
      const row = rowOf(sender, 2 * home.members.size)
      const known = row.get(receiver)
      if (known !== undefined) return known
      const { verdict, isTheirs } = connects(home, from, to)
      if (isTheirs) row.set(receiver, verdict)
      return verdict
    },
  }
}

type Probe = Pick<Packet, 'protocol' | 'port'>

/** The ports that any rule of the home permits, and one for all others: a rule treats all ports of its range alike. */
function probesOf({ frame, slots }: Network): Probe[] {
  const ports = new Set<number>([ORDINARY_PORT])
  const add = ({ first, last }: { first: number; last: number }): void => {
    if (!isAnyPort({ first, last })) ports.add(first).add(last)
  }
  for (const { set, key, spans } of slots.values()) {
    if (set.kind !== 'endpoint') continue
    const port = Number(key.at(-1))
    if (set.ports === 'one' && port > 0) ports.add(port)
    for (const span of spans) if (span.ports) add(span.ports)
  }
  for (const rule of frame.pfw) if (rule.action.Kind === 'allow') add(portsOf(rule.ports))
  return [...ports].flatMap((port): Probe[] => [
    { protocol: 'tcp', port },
    { protocol: 'udp', port },
  ])
}
