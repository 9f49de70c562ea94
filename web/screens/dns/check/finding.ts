import type { DnsExplanation } from '../../../../router/model/dns/blocklists/why.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { nameOfList } from '../lists/suggestions.ts'
import { plainName } from '../rules/sentence.ts'

const { why: words } = dnsTexts
const { reasons } = dnsTexts.line
/** How the router names the service that a rule blocks. */
const SERVICE = 'service '

/** The list or rule that decides; empty for none. */
function because({ Result, By }: DnsExplanation): string {
  if (By === '' || Result === 'passed' || Result === 'refused' || Result === 'canary') return ''
  if (By === 'safe search') return reasons.safeSearch
  if (Result === 'permitted' || Result === 'overridden' || Result === 'blocked') return namedBy(By)
  return words.by(By)
}

/** The list, the service, or the override that decides, as a sentence. */
export function namedBy(by: string): string {
  if (/^https?:/.test(by)) return words.byList(nameOfList(by))
  return by.startsWith(SERVICE) ? reasons.service(by.slice(SERVICE.length)) : words.byOwnRule(plainName(by))
}

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
