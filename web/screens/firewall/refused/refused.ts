import type { PhraseJson } from '../../../../router/phrases/phrase.ts'
import { refusedTexts as texts } from '../../../texts/firewall/refused.ts'
import { describe } from '../../messages/events/describe.ts'
import { payloadFrom, textAt, valueAt } from '../../messages/events/fields.ts'
import type { Household, HouseholdMember } from '../../messages/events/household.ts'
import type { ListedEvent } from '../../messages/events/storedEvent.ts'

/** The destination of a refused connection. */
export interface RefusedDestination {
  readonly ip: string
  /** The domain by which the device has looked it up; empty if there is none. */
  readonly domain: string
  /** A device, `the router`, the domain, or the address. */
  readonly name: string
  readonly protocol: 'tcp' | 'udp' | 'icmp' | 'other'
  /** Undefined without ports. */
  readonly port: number | undefined
}

/** What the router has refused to a device, once or more often. */
export interface Refusal {
  readonly key: string
  /** The time of the newest packet or query, RFC 3339. */
  readonly at: string
  readonly count: number
  readonly device: HouseholdMember
  /** The reason in words: of a rule, its kind and name. */
  readonly reason: string
  readonly topic: string
  /**
   * What decided on the newest packet or query: a sentence of the router for a packet, the list or override for a domain. Empty if it
   * was not stored.
   */
  readonly why: string
  /** The sentence as a code with its values. */
  readonly coded: PhraseJson | undefined
  /** Undefined for a blocked domain. */
  readonly to: RefusedDestination | undefined
  /** The blocked domain, or the destination. */
  readonly name: string
}

/** Equal events: the newest one, and their number. */
export interface CountedEvent extends ListedEvent {
  readonly Count: number
}

/** The fields of events in which refusals differ. */
export const REFUSAL_FIELDS = [
  ...['SrcDevice', 'IP.SrcIP', 'IP.DstIP', 'RecentDomainDst', 'IP.Protocol', 'TCP.DstPort', 'UDP.DstPort'],
  ...['Rule.Name', 'Rule.Kind', 'ClientIP', 'MAC', 'Name'],
].join(',')

export const DROP_TOPIC_PREFIX = 'nft:drop:'
export const BLOCKED_NAME_TOPIC = 'dns:block:event'

/** Topics of packets that are not connections of a known device. */
const FORGED: ReadonlySet<string> = new Set(['nft:drop:mac', 'nft:drop:spoof', 'nft:drop:local', 'nft:drop:output'])

/** What was refused to devices of the household, the newest first. `identity` selects one device. */
export function refusalsOf(groups: readonly CountedEvent[], household: Household, identity?: string): Refusal[] {
  const found = new Map<string, Refusal>()
  for (const event of groups) {
    if (FORGED.has(event.Topic)) continue
    const device = household.find(describe(event.Topic, event.Event, household).subject)
    if (!device || (identity !== undefined && device.identity !== identity)) continue
    const payload = payloadFrom(event.Event)
    const to = event.Topic === BLOCKED_NAME_TOPIC ? undefined : destinationOf(event, household)
    const name = to ? to.name : textAt(payload, 'Name')
    const reason = reasonOf(event)
    const why = String(valueAt(payload, to ? 'Why.Text' : 'By') ?? '')
    const key = JSON.stringify([device.identity, reason, to ? [to.ip, to.domain, to.protocol, to.port] : name])
    const coded = valueAt(payload, 'Why.Coded') as PhraseJson | undefined
    const known = found.get(key)
    found.set(
      key,
      known
        ? { ...known, count: known.count + event.Count }
        : { key, at: event.Time, count: event.Count, device, reason, topic: event.Topic, why, coded, to, name },
    )
  }
  return [...found.values()].sort((a, b) => (a.at < b.at ? 1 : -1))
}

function destinationOf({ Topic, Event }: ListedEvent, household: Household): RefusedDestination {
  const payload = payloadFrom(Event)
  const protocol = valueAt(payload, 'TCP')
    ? 'tcp'
    : valueAt(payload, 'UDP')
      ? 'udp'
      : valueAt(payload, 'ICMP')
        ? 'icmp'
        : 'other'
  const ip = textAt(payload, 'IP.DstIP')
  const domain = textAt(payload, 'RecentDomainDst')
  const port = Number(textAt(payload, 'TCP.DstPort', 'UDP.DstPort')) || undefined
  const name =
    Topic === 'nft:drop:input' ? texts.router : household.find({ ip }) ? household.nameOf({ ip }) : domain || ip
  return { ip, domain: household.find({ ip }) ? '' : domain, name, protocol, port }
}

function reasonOf({ Topic, Event }: ListedEvent): string {
  const payload = payloadFrom(Event)
  const [name, kind] = [textAt(payload, 'Rule.Name'), textAt(payload, 'Rule.Kind')]
  const usual = texts.reasons[Topic] ?? Topic
  if (name === '') return usual
  if (Topic === 'nft:drop:geo') return texts.network(name)
  return Object.hasOwn(texts.rule, kind) ? texts.rule[kind as keyof typeof texts.rule](name) : texts.rule.rule(name)
}

/** Refusals by reason; the reason with the newest one is first. */
export const byReason = (refusals: readonly Refusal[]): [string, Refusal[]][] => [
  ...Map.groupBy(refusals, ({ reason }) => reason),
]

/** The protocol and port in words. */
export const whatOf = ({ protocol, port }: RefusedDestination): string =>
  port !== undefined ? texts.port(protocol, port) : protocol === 'icmp' ? texts.ping : texts.other
