import type { DnsExplanation } from '../../../../router/features/dnsblock/why.ts'
import { dnsTexts } from '../../../texts/dns.ts'
import { nameOfList } from '../lists/suggestions.ts'
import { plainName } from '../rules/sentence.ts'

const { why: words } = dnsTexts

/** In whose name the router answers as it does; empty for nobody's. */
function because({ Result, By }: DnsExplanation): string {
  if (By === '' || Result === 'passed' || Result === 'refused' || Result === 'canary') return ''
  if (/^https?:/.test(By)) return words.byList(nameOfList(By))
  if (Result === 'blocked' || Result === 'permitted' || Result === 'overridden') return words.byOwnRule(plainName(By))
  return words.by(By)
}

interface Naming {
  readonly list: string
  readonly domains: readonly string[]
  readonly isException: boolean
}

/** The lists that know the name, each once, with all by which they know it. */
export function namingsIn(lists: DnsExplanation['Lists']): Naming[] {
  const namings = new Map<string, Naming>()
  for (const { URI, Domain, Exception } of lists) {
    const key = `${URI} ${Exception}`
    const domains = [...(namings.get(key)?.domains ?? []), Domain]
    namings.set(key, { list: nameOfList(URI), domains, isException: Exception })
  }
  return [...namings.values()]
}

/** What becomes of a name, and why, in plain sentences. */
export function sentencesOf(explanation: DnsExplanation): string[] {
  const { Answers, Filtering } = explanation
  const leads = Answers.length > 0 ? words.leadsTo(Answers.join(', ')) : ''
  return [because(explanation), leads, words.filtering[Filtering]].filter((sentence) => sentence !== '')
}
