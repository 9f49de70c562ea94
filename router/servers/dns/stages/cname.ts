import type { DnsClient } from '../../../compiler/network.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import { denial } from '../../../wire/dns/denial.ts'
import { nameOf } from '../../../wire/dns/name.ts'
import type { DnsEvent } from '../message.ts'
import { fresh, mapOutcome, type Stage } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/**
 * Applies blocks to the targets in an answer, such as a tracker behind a name of the site that uses it. A CNAME record that
 * points to a blocked name gives NXDOMAIN, as a query for that name would. An SVCB or HTTPS record that names a blocked
 * host gives NODATA: the name exists, and its other records may be used. Overrides are checked before block lists, and a
 * permit of the target exempts it from the lists.
 */
export const cname = ({ blockLists, rules }: ResolverView, publish: (event: DnsEvent) => void): Stage => {
  /** The domain of the override or the URI of the list that blocks one of the names. */
  const blocker = (names: readonly Uint8Array[], client: DnsClient): string | undefined => {
    for (const wire of names) {
      const override = rules.overrides.size > 0 ? rules.overrides.find(nameOf(wire), client, false) : undefined
      if (override?.Type === 'permit') continue
      const by = override?.By ?? override?.Domain ?? blockLists.match(wire, 0, client.tags)?.by
      if (by !== undefined) return by
    }
    return undefined
  }
  const find = ({ cnameTargets, serviceTargets }: Answer, client: DnsClient) => {
    const byCname = cnameTargets.length > 0 ? blocker(cnameTargets, client) : undefined
    if (byCname !== undefined) return { by: byCname, rcode: RCODE.NXDOMAIN }
    const byService = serviceTargets.length > 0 ? blocker(serviceTargets, client) : undefined
    return byService === undefined ? undefined : { by: byService, rcode: RCODE.NOERROR }
  }
  return (query, next) =>
    mapOutcome(next(query), (outcome) => {
      const { question, client } = query
      if (query.permitted || query.filtering !== 'full') return outcome
      const blocked = find(outcome.answer, client)
      if (!blocked) return outcome
      query.verdict = { kind: 'blocked', by: blocked.by }
      query.event = {
        topic: 'dns:block:event',
        payload: { ClientIP: query.from, Name: `${question.name}.`, By: blocked.by },
      }
      publish(query.event)
      return fresh(denial(question, 0, blocked.rcode), outcome.repeatUntil)
    })
}
