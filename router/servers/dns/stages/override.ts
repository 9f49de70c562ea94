import type { AppliedOverride } from '../../../model/dns/blocklists/override.ts'
import { isIp } from '../../../values/ip.ts'
import { RCODE, TYPE } from '../../../wire/dns/constants.ts'
import type { Question } from '../../../wire/dns/question.ts'
import { address6Record, addressRecord, compose, empty, type OwnRecord } from '../../../wire/dns/reply.ts'
import type { DnsEvent } from '../message.ts'
import { redirected } from '../redirect.ts'
import { type ClientQuery, type Eventually, fresh, type Next, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/** Seconds. A short TTL, so that changes take effect quickly. */
const TTL = 1

/** Applies the owner's overrides, which have priority over block lists and upstreams. */
export const override =
  ({ rules }: ResolverView, publish: (event: DnsEvent) => void): Stage =>
  (query, next) => {
    if (query.filtering === 'none') return next(query)
    const { question, client, filtering } = query
    const found = rules.overrides.find(question.name, client, filtering === 'paused')
    if (!found) return next(query)
    query.event = eventOf(query, found)
    publish(query.event)
    return overridden(query, found, next)
  }

function overridden(
  query: ClientQuery,
  { Type, Domain, ResultIP, ResultCNAME, By }: AppliedOverride,
  next: Next,
): Eventually {
  const { question } = query
  if (Type === 'permit' && ResultIP === '' && ResultCNAME === '') {
    query.permitted = true
    return next(query)
  }
  query.verdict = By === undefined ? { kind: 'overridden', by: Domain } : { kind: 'blocked', by: By }
  // Without a SOA record clients do not cache NXDOMAIN (RFC 2308 §5), so that a removed block takes effect immediately.
  if (Type === 'block') return fresh(empty(question, RCODE.NXDOMAIN), UNTIL_A_CHANGE)
  query.permitted = true
  if (ResultIP !== '')
    return fresh(compose(question, { rcode: RCODE.NOERROR, answers: address(question, ResultIP) }), UNTIL_A_CHANGE)
  // No override is applied to the other name: two of them could point to each other.
  return redirected(query, ResultCNAME.slice(0, -1), next)
}

/** Empty for a query of another type. */
function address(question: Question, ip: string): OwnRecord[] {
  const record = isIp(ip) ? addressRecord(ip, TTL) : address6Record(ip, TTL)
  return question.type === record.type || question.type === TYPE.ANY ? [record] : []
}

const eventOf = ({ from, question }: ClientQuery, { Type, ResultIP, By, Domain }: AppliedOverride): DnsEvent =>
  Type === 'block'
    ? { topic: 'dns:block:event', payload: { ClientIP: from, Name: `${question.name}.`, By: By ?? Domain } }
    : { topic: 'dns:override:event', payload: { ClientIP: from, IP: ResultIP, Name: `${question.name}.` } }
