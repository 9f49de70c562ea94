import { EVERYBODY } from '../../../../../router/model/dns/blocklists/key.ts'
import type { Override } from '../../../../../router/model/dns/blocklists/override.ts'
import { withoutDot } from '../../../../../router/values/domain.ts'
import { locale } from '../../../../parts/values/locale.ts'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { list } from '../../../../texts/list.ts'

const { rule: words } = dnsTexts

/** A domain as people write it. */
export const plainName = (domain: string): string => (domain === '.' ? words.everyName : withoutDot(domain))

/** What an override does, in a sentence. `now` in milliseconds: a rule that ends today shows the time only. */
export function sentenceOfOverride(
  override: Override,
  nameOf: (ip: string) => string,
  now: number,
  language = locale,
): string {
  const { Type, Domain, ResultIP, ResultCNAME, Expiration } = override
  const name = plainName(Domain)
  const who = whoOf(override, nameOf)
  const target = ResultIP || (ResultCNAME && plainName(ResultCNAME))
  const sentence =
    Type === 'block'
      ? words.blocked(name, who)
      : target === ''
        ? words.permitted(name, who)
        : words.leads(name, target, who)
  return Expiration === 0 ? sentence : words.until(sentence, timeOf(Expiration * 1000, now, language))
}

function whoOf({ ClientIP, Tags }: Override, nameOf: (ip: string) => string): string {
  const tags = list(Tags, 'disjunction')
  if (ClientIP !== EVERYBODY) return Tags.length > 0 ? words.whoWithTags(nameOf(ClientIP), tags) : nameOf(ClientIP)
  return Tags.length > 0 ? words.withTags(tags) : dnsTexts.everyoneWithin
}

function timeOf(at: number, now: number, language = locale): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'long' } as const)
  return new Intl.DateTimeFormat(language, { ...day, hour: '2-digit', minute: '2-digit' }).format(at)
}
