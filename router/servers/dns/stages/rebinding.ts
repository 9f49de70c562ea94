import { DOMAIN, SETUP_NAME } from '../../../model/dns/names/domain.ts'
import { type Answer, addressAmong } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import { nameOf } from '../../../wire/dns/name.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { QueryCounters } from '../counters.ts'
import type { DnsEvent } from '../message.ts'
import { fresh, mapOutcome, type Stage } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/** Domains of names that lead to devices, or to the router: RFC 6761, 6762, 8375. */
const HOME = [DOMAIN, 'local', 'localhost', 'home.arpa', SETUP_NAME]

/**
 * Protects against DNS rebinding: an upstream's answer that contains a private address, an address of the router's uplinks, or another
 * name that belongs to a home, becomes NXDOMAIN. All of them are inside the firewall for a device of the home.
 */
export const rebinding = (
  { rules, uplinkAddresses }: ResolverView,
  counters: QueryCounters,
  publish: (event: DnsEvent) => void,
): Stage => {
  const inside = (answer: Answer): string | undefined =>
    answer.privateAddress ??
    (uplinkAddresses.size > 0 ? addressAmong(answer, uplinkAddresses) : undefined) ??
    homeName(answer.cnameTargets) ??
    homeName(answer.serviceTargets)
  return (query, next) =>
    mapOutcome(next(query), (outcome) => {
      if (query.permitted || !rules.checksRebinding) return outcome
      const found = inside(outcome.answer)
      if (found === undefined) return outcome
      counters.rebound++
      query.verdict = { kind: 'rebound', by: found }
      const payload = { ClientIP: query.from, BlockedIP: found, Name: `${query.question.name}.` }
      publish({ topic: 'dns:blockrebind:event', payload })
      return fresh(empty(query.question, RCODE.NXDOMAIN))
    })
}

/** The first of the names (wire format) that is in a domain of homes. */
function homeName(targets: readonly Uint8Array[]): string | undefined {
  for (const target of targets) {
    const name = nameOf(target)
    if (HOME.some((domain) => `.${name}`.endsWith(`.${domain}`))) return name
  }
  return undefined
}
