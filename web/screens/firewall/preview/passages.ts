import { ANYWHERE } from '../../../../router/model/firewall/explain/contract.ts'
import type { Passage } from '../../../../router/model/firewall/preview/contract.ts'
import { shownName } from '../../../parts/values/name.ts'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'

/** Connections that differ only in who opens them. */
export interface PassageGroup {
  readonly from: readonly string[]
  readonly to: string
  /** `TCP port 443`, or what there is in place of a port. */
  readonly at: string
}

type End = Passage['From']

/** Who is at an end, as an owner would say it. */
export function endWords({ Kind, Name, IP }: Pick<End, 'Kind' | 'Name' | 'IP'>): string {
  if (Kind === 'internet') return IP === ANYWHERE ? texts.ends.internet : IP
  if (Kind === 'router') return texts.ends.router
  if (Kind === 'multicast') return texts.ends.multicast
  return shownName(Name) || IP
}

/** Many single connections as few sentences: the openers of each together. */
export function groupPassages(passages: readonly Passage[]): PassageGroup[] {
  const ways = new Map<string, { from: string[]; to: string; at: string }>()
  for (const { From, To, LedTo, Protocol, Port } of passages) {
    const to = LedTo ? shownName(LedTo.Name) || LedTo.IP : endWords(To)
    const port = LedTo ? LedTo.Port : Port
    const asked = LedTo && LedTo.Port !== Port ? Port : null
    const at = texts.at(Protocol, port, asked)
    const key = JSON.stringify([to, at])
    const way = ways.get(key) ?? { from: [], to, at }
    ways.set(key, way)
    if (!way.from.includes(endWords(From))) way.from.push(endWords(From))
  }
  return [...ways.values()]
}
