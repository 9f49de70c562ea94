import type { DnsExplanation } from '../../../../../router/model/dns/blocklists/why.ts'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { deciderWords } from '../decider.ts'
import { nameOfList } from '../suggestions.ts'

const { why: words } = dnsTexts

/** The list or rule that decides; empty for none. */
function because({ Result, By }: DnsExplanation): string {
  if (By === '' || Result === 'passed' || Result === 'refused' || Result === 'canary') return ''
  if (Result === 'permitted' || Result === 'overridden' || Result === 'blocked') return namedBy(By)
  return words.by(By)
}

/** The list, the app, or the override that decides, as a sentence. */
export const namedBy = (by: string): string => deciderWords(by, { list: words.byList, override: words.byOwnRule })

interface Naming {
  readonly list: string
  readonly domains: readonly string[]
  readonly isException: boolean
}

/** Lists that contain the domain, with the matching entries. */
export function namingsIn(lists: DnsExplanation['Lists']): Naming[] {
  const namings = new Map<string, Naming>()
  for (const { URI, Domain, Exception } of lists) {
    const key = `${URI} ${Exception}`
    const domains = [...(namings.get(key)?.domains ?? []), Domain]
    namings.set(key, { list: nameOfList(URI), domains, isException: Exception })
  }
  return [...namings.values()]
}

/** The decision and its reason, as sentences. */
export function sentencesOf(explanation: DnsExplanation): string[] {
  const { Answers, Filtering } = explanation
  const leads = Answers.length > 0 ? words.leadsTo(Answers.join(', ')) : ''
  return [because(explanation), leads, words.filtering[Filtering]].filter((sentence) => sentence !== '')
}
