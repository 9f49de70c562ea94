import type { Packet } from '../../../compiler/decision.ts'
import { decide } from '../../../compiler/firewall/decide.ts'
import type { Core } from '../../../core.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import { sourceOf } from '../../../model/firewall/geoblock/networks.ts'
import type { PacketRecord } from '../../../model/firewall/refused/packet.ts'
import { kindOf } from '../../../model/firewall/rules/rulekind.ts'
import { ipToNumber } from '../../../values/ip.ts'
import { explanationOf } from '../explain/explanation.ts'
import { rulesOfFacts } from '../rules/settle.ts'

/** The fields of a record that say why the packet was refused. Both are missing if the rules do not decide it. */
export type PacketRefusal = Pick<PacketRecord, 'Rule' | 'Why'>

/** A refused connection is tried again every few seconds. */
const HOLDS_MS = 5000
/** The kernel logs 20 packets per second of each topic and verdict. */
const MOST_KEPT = 512

interface Deps extends Pick<Core, 'facts' | 'network' | 'memberAt' | 'moment'> {
  readonly clock: Pick<MonotonicClock, 'monotonic'>
}

export interface Refusals {
  /** Why a logged packet was refused. Packets of one flow and topic are decided once in 5 seconds, or until facts change. */
  of(record: PacketRecord): PacketRefusal
  /** Call after each change of facts. */
  learn(): void
}

/** Decides logged packets by the rules that are in force as they are recorded: the kernel's log has only the kind of refusal. */
export function openRefusals({ facts, network, memberAt, moment, clock }: Deps): Refusals {
  const kept = new Map<string, PacketRefusal>()
  let since = 0

  const refusalOf = (record: PacketRecord): PacketRefusal => {
    const packet = packetOf(record)
    const Rule = record.Prefix === 'drop:geo ' ? blockedNetwork(packet) : undefined
    const { verdict, by, logged } = decide(network(), memberAt, packet)
    // The decision is about the first packet of a connection. A late packet of one that was permitted, one over a limit, and one
    // that was refused just before the rules changed are dropped for another reason.
    if (verdict === 'accept' || logged !== record.Prefix.trimEnd()) return { ...(Rule && { Rule }) }
    const rule = Rule ?? (by.kind === 'rule' ? pfwRule(String(by.name)) : undefined)
    const { By, Text, Coded } = explanationOf({ facts, network: network(), memberAt, moment: moment() }, packet)
    return { ...(rule && { Rule: rule }), Why: { Kind: By.Kind, Name: By.Name, Text, Coded } }
  }
  const pfwRule = (name: string): PacketRecord['Rule'] => {
    const found = network().frame.pfw.find(({ id }) => name === `pfwRules ${id}`)
    const rule = found && rulesOfFacts(facts).find(({ Id }) => Id === found.id)
    return found && { Id: found.id, Name: found.name, ...(rule && { Kind: kindOf(rule) }) }
  }
  const blockedNetwork = ({ source, destination }: Packet): PacketRecord['Rule'] => {
    const { geo } = network().frame
    const found = geo && (sourceOf(geo, ipToNumber(source)) ?? sourceOf(geo, ipToNumber(destination)))
    return found && { Id: found.Key, Name: found.Name }
  }

  return {
    learn: () => kept.clear(),
    of(record) {
      const now = clock.monotonic()
      if (now - since >= HOLDS_MS || kept.size >= MOST_KEPT) {
        kept.clear()
        since = now
      }
      const { source, destination, protocol, port } = packetOf(record)
      const flow = `${record.Prefix}${source} ${destination} ${protocol} ${port ?? ''}`
      const known = kept.get(flow)
      if (known) return known
      const refusal = refusalOf(record)
      kept.set(flow, refusal)
      return refusal
    },
  }
}

const packetOf = ({ IP, TCP, UDP, ICMP }: PacketRecord): Packet => ({
  source: IP.SrcIP,
  destination: IP.DstIP,
  protocol: TCP ? 'tcp' : UDP ? 'udp' : ICMP ? 'icmp' : 'other',
  port: (TCP ?? UDP)?.DstPort,
})
