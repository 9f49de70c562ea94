import { BY_SAFE_SEARCH } from '../../../model/dns/blocklists/decider.ts'
import { questionFor, withCname } from '../../../wire/dns/cname.ts'
import { TYPE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { DnsEvent } from '../message.ts'
import { ALIAS_TTL, redirected } from '../redirect.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/**
 * Makes the names of search engines aliases of their filtered services, for clients with such a rule. Comes after the blocks, which
 * apply to the queried name. Types other than addresses have the alias only: an HTTPS record could lead a browser to
 * other addresses than those of the filtered service (RFC 9460 §7.3).
 */
export const safeSearch =
  ({ rules }: ResolverView, publish: (event: DnsEvent) => void): Stage =>
  (query, next) => {
    const { question, client, permitted, filtering } = query
    if (permitted || filtering === 'none') return next(query)
    const name = rules.safeSearch(question.name, client)
    if (name === undefined) return next(query)
    query.verdict = { kind: 'overridden', by: BY_SAFE_SEARCH }
    query.event = { topic: 'dns:override:event', payload: { ClientIP: query.from, IP: '', Name: `${question.name}.` } }
    publish(query.event)
    if (question.type === TYPE.A || question.type === TYPE.AAAA) return redirected(query, name, next)
    const target = questionFor(question, name)
    return fresh(withCname(question, target, empty(target), ALIAS_TTL), UNTIL_A_CHANGE)
  }
