import { deciderOf } from '../../../../router/model/dns/blocklists/decider.ts'
import { withoutDot } from '../../../../router/values/domain.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { nameOfList } from './suggestions.ts'

const { reasons } = dnsTexts.line

/** The list, the app, safe search or the override that decides on a name, with the page's own words for lists and overrides. */
export function deciderWords(
  by: string,
  words: { readonly list: (name: string) => string; readonly override: (domain: string) => string },
): string {
  const decider = deciderOf(by)
  switch (decider.kind) {
    case 'list':
      return words.list(nameOfList(decider.uri))
    case 'service':
      return reasons.service(decider.name)
    case 'safeSearch':
      return reasons.safeSearch
    case 'override':
      return decider.domain === '.' ? reasons.everyDomain : words.override(withoutDot(decider.domain))
  }
}
