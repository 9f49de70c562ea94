import type { DnsExplanation } from '../../../../router/features/dnsblock/why.ts'
import { dnsTexts } from '../../../texts/dns.ts'
import { nameOfList } from '../lists/suggestions.ts'
import { plainName } from '../rules/sentence.ts'

const { why: words } = dnsTexts
const { reasons } = dnsTexts.line
/** How the router names the service that a rule blocks. */
const SERVICE = 'service '

/** The list or rule that decides; empty for none. */
function because({ Result, By }: DnsExplanation): string {
  if (By === '' || Result === 'passed' || Result === 'refused' || Result === 'canary') return ''
  if (/^https?:/.test(By)) return words.byList(nameOfList(By))
  if (By.startsWith(SERVICE)) return reasons.service(By.slice(SERVICE.length))
  if (By === 'safe search') return reasons.safeSearch
  if (Result === 'blocked' || Result === 'permitted' || Result === 'overridden') return words.byOwnRule(plainName(By))
  return words.by(By)
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
