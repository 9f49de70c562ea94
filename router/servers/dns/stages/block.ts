import { denial } from '../../../wire/dns/denial.ts'
import type { DnsEvent } from '../message.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/** Blocks names on the block lists of the device with NXDOMAIN. Sets the lists' categories in any case. */
export const block =
  ({ blockLists }: ResolverView, publish: (event: DnsEvent) => void): Stage =>
  (query, next) => {
    const { question, client } = query
    const match = blockLists.match(question.section, 0, client.tags)
    if (!match) return next(query)
    query.categories = match.categories
    if (match.by === undefined || query.permitted || query.filtering !== 'full') return next(query)
    query.verdict = { kind: 'blocked', by: match.by }
    query.event = {
      topic: 'dns:block:event',
      payload: { ClientIP: query.from, Name: `${question.name}.`, By: match.by },
    }
    publish(query.event)
    return fresh(denial(question, match.at), UNTIL_A_CHANGE)
  }
