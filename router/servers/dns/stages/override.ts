import type { KeptOverride } from '../../../features/dnsblock/override.ts'
import { isIp } from '../../../values/ip.ts'
import { aliased, questionFor } from '../../../wire/dns/alias.ts'
import { RCODE, TYPE } from '../../../wire/dns/constants.ts'
import type { Question } from '../../../wire/dns/question.ts'
import { address6Record, addressRecord, compose, empty, type OwnRecord } from '../../../wire/dns/reply.ts'
import type { Happening } from '../message.ts'
import { type Asked, type Eventually, followed, fresh, type Next, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { View } from '../view.ts'

/** Seconds. A short TTL, so that changes take effect quickly. */
const TTL = 1

/** What the owner says of single domains goes before the block lists, and before the internet. */
export const override =
  ({ rules }: View, publish: (happening: Happening) => void): Stage =>
  (asked, next) => {
    if (asked.filtering === 'none') return next(asked)
    const { question, client, filtering } = asked
    const found = rules.overrides.find(question.name, client, filtering === 'paused')
    if (!found) return next(asked)
    asked.happening = happened(asked, found)
    publish(asked.happening)
    return overridden(asked, found, next)
  }

function overridden(asked: Asked, { Type, Domain, ResultIP, ResultCNAME }: KeptOverride, next: Next): Eventually {
  const { question } = asked
  if (Type === 'permit' && ResultIP === '' && ResultCNAME === '') {
    asked.permitted = true
    return next(asked)
  }
  asked.verdict = { kind: 'overridden', by: Domain }
  // Without a SOA record nobody keeps a "there is none", RFC 2308 5: it may end at any time.
  if (Type === 'block') return fresh(empty(question, RCODE.NXDOMAIN), UNTIL_A_CHANGE)
  asked.permitted = true
  if (ResultIP !== '')
    return fresh(compose(question, { rcode: RCODE.NOERROR, answers: address(question, ResultIP) }), UNTIL_A_CHANGE)
  return other(asked, ResultCNAME.slice(0, -1), next)
}

/** An address says nothing to who asks for the other kind, or for something else. */
function address(question: Question, ip: string): OwnRecord[] {
  const record = isIp(ip) ? addressRecord(ip, TTL) : address6Record(ip, TTL)
  return question.type === record.type || question.type === TYPE.ANY ? [record] : []
}

/** What the other name leads to, without a second look at overrides: two of them could lead to each other for ever. */
function other(asked: Asked, name: string, next: Next): Eventually {
  const { question } = asked
  const target = questionFor(question, name)
  const meant = { ...asked, question: target }
  return followed(next(meant), (outcome) => {
    asked.holdsUntil = meant.holdsUntil
    return { ...outcome, answer: aliased(question, target, outcome.answer, TTL) }
  })
}

const happened = ({ from, question }: Asked, { Type, ResultIP }: KeptOverride): Happening =>
  Type === 'block'
    ? { topic: 'dns:block:event', payload: { ClientIP: from, Name: `${question.name}.` } }
    : { topic: 'dns:override:event', payload: { ClientIP: from, IP: ResultIP, Name: `${question.name}.` } }
