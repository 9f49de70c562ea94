import type { DnsClient } from '../../../compiler/network.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import { denial } from '../../../wire/dns/denial.ts'
import { nameOf } from '../../../wire/dns/name.ts'
import type { Happening } from '../message.ts'
import { followed, fresh, type Stage } from '../stage.ts'
import type { View } from '../view.ts'

/**
 * Blocks follow an answer to other names, such as a tracker behind a name of the site that uses it. A CNAME record that
 * points to a blocked name gives NXDOMAIN, as a question for that name would. An SVCB or HTTPS record that names a blocked
 * host gives NODATA: the name exists, and its other records may be used. Overrides are checked before block lists, and a
 * permit of the target exempts it from the lists.
 */
export const alias = ({ lists, rules }: View, publish: (happening: Happening) => void): Stage => {
  /** The domain of the override or the URI of the list that blocks one of the names. */
  const blocker = (names: readonly Uint8Array[], client: DnsClient): string | undefined => {
    for (const wire of names) {
      const override = rules.overrides.size > 0 ? rules.overrides.find(nameOf(wire), client, false) : undefined
      if (override?.Type === 'permit') continue
      const by = override?.Domain ?? lists.judge(wire, 0, client.tags)?.by
      if (by !== undefined) return by
    }
    return undefined
  }
  const found = ({ aliases, targets }: Answer, client: DnsClient) => {
    const byAlias = aliases.length > 0 ? blocker(aliases, client) : undefined
    if (byAlias !== undefined) return { by: byAlias, rcode: RCODE.NXDOMAIN }
    const byTarget = targets.length > 0 ? blocker(targets, client) : undefined
    return byTarget === undefined ? undefined : { by: byTarget, rcode: RCODE.NOERROR }
  }
  return (asked, next) =>
    followed(next(asked), (outcome) => {
      const { question, client } = asked
      if (asked.permitted || asked.filtering !== 'full') return outcome
      const blocked = found(outcome.answer, client)
      if (!blocked) return outcome
      asked.verdict = { kind: 'blocked', by: blocked.by }
      asked.happening = { topic: 'dns:block:event', payload: { ClientIP: asked.from, Name: `${question.name}.` } }
      publish(asked.happening)
      return fresh(denial(question, 0, blocked.rcode), outcome.repeatUntil)
    })
}
