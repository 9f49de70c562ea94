import { DOMAIN } from '../../../model/dns/names/domain.ts'
import type { Answer } from '../../../wire/dns/answer.ts'
import { RCODE, TYPE } from '../../../wire/dns/constants.ts'
import type { Question } from '../../../wire/dns/question.ts'
import { addressRecord, compose, type OwnRecord, pointerRecord, zoneRecord } from '../../../wire/dns/reply.ts'
import type { QueryCounters } from '../counters.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { ResolverView } from '../state.ts'

const TTL = 60
/** Seconds. Short, so that the name of a device resolves soon after it has joined. */
const NEGATIVE_TTL = 10

/**
 * Answers local names in both directions, the owner's before those of devices, and names that must not be forwarded: private
 * reverse zones (RFC 6303), multicast DNS (RFC 6762), onion (RFC 7686), names without a dot. A local name has the same answers with and
 * without its domain, for all types.
 */
export const local =
  (view: ResolverView, counters: QueryCounters): Stage =>
  (query, next) => {
    const answer = ownAnswer(query.question, view)
    if (!answer) return next(query)
    counters.local++
    query.verdict = { kind: 'local', by: 'names of the home' }
    return fresh(answer, UNTIL_A_CHANGE)
  }

function ownAnswer(question: Question, view: ResolverView): Answer | undefined {
  const { name, type } = question
  if (isIn(name, DOMAIN) || isSingleLabel(name)) {
    const full = isSingleLabel(name) && name !== DOMAIN ? `${name}.${DOMAIN}` : name
    const address = view.host(full) ?? view.address(full.slice(0, -DOMAIN.length - 1))
    if (address !== undefined) return addressAnswer(question, DOMAIN, address)
    // A name that only has names below it exists. RFC 8020 §2.
    if (full === DOMAIN || view.hasBelow(full)) return none(question, DOMAIN, RCODE.NOERROR)
    if (full === name) return none(question, DOMAIN, RCODE.NXDOMAIN)
  }
  const host = view.host(name)
  if (host !== undefined) return addressAnswer(question, name, host)
  if (isIn(name, 'in-addr.arpa')) return reverseAnswer(question, view)
  if (isIn(name, 'localhost')) return addressAnswer(question, 'localhost', '127.0.0.1')
  // RFC 9462 6.4: would let devices bypass this resolver.
  if (isIn(name, 'resolver.arpa')) return none(question, 'resolver.arpa', RCODE.NOERROR)
  const zone = NOT_FORWARDED.find((one) => isIn(name, one))
  if (zone) return none(question, zone, RCODE.NXDOMAIN)
  if (isSingleLabel(name) && !ABOUT_ZONES.includes(type)) return none(question, name, RCODE.NXDOMAIN)
  return undefined
}

/** The root has none. */
const isSingleLabel = (name: string): boolean => name !== '' && !name.includes('.')

/** What resolvers query about top-level domains, such as a laptop that checks signatures itself. */
const ABOUT_ZONES: readonly number[] = [TYPE.NS, TYPE.SOA, TYPE.DS, TYPE.DNSKEY]

/** Zones that have no public names; forwarded queries would reveal local names. */
const NOT_FORWARDED = ['local', 'onion', 'invalid', 'home.arpa', 'd.f.ip6.arpa', '8.e.f.ip6.arpa', '9.e.f.ip6.arpa']

const isIn = (name: string, zone: string): boolean =>
  name.endsWith(zone) && (name.length === zone.length || name[name.length - zone.length - 1] === '.')

const addressAnswer = (question: Question, zone: string, ip: string | undefined): Answer => {
  if (ip === undefined) return none(question, zone, RCODE.NXDOMAIN)
  if (question.type !== TYPE.A && question.type !== TYPE.ANY) return none(question, zone, RCODE.NOERROR)
  return found(question, addressRecord(ip, TTL))
}

/** `6.2.168.192.in-addr.arpa`. Undefined for public addresses. */
function reverseAnswer(question: Question, view: ResolverView): Answer | undefined {
  const ip = question.name.split('.').slice(0, -2).reverse().join('.')
  const own = view.nameOf(ip)
  const name = view.hostOf(ip) ?? (own && `${own}.${DOMAIN}`)
  if (name === undefined) {
    const zone = PRIVATE_REVERSE.find((one) => isIn(question.name, one))
    return zone ? none(question, zone, RCODE.NXDOMAIN) : undefined
  }
  if (question.type !== TYPE.PTR && question.type !== TYPE.ANY) return none(question, question.name, RCODE.NOERROR)
  return found(question, pointerRecord(name, TTL))
}

const PRIVATE_REVERSE = [
  ...['0', '10', '127', '255', '168.192', '254.169'],
  ...Array.from({ length: 16 }, (_, i) => `${16 + i}.172`),
].map((net) => `${net}.in-addr.arpa`)

const found = (question: Question, record: OwnRecord): Answer =>
  compose(question, { rcode: RCODE.NOERROR, authoritative: true, answers: [record] })

const none = (question: Question, zone: string, rcode: number): Answer =>
  compose(question, { rcode, authoritative: true, authority: [zoneRecord(zone, NEGATIVE_TTL)] })
