import type { z } from 'zod'
import { ACTIONS } from '../../../../router/model/firewall/rules/actions.ts'
import { isPause } from '../../../../router/model/firewall/rules/pause.ts'
import { RuleInput } from '../../../../router/model/firewall/rules/pfwrule.ts'
import { locale } from '../../../parts/values/locale.ts'
import { ruleTexts as texts } from '../../../texts/firewall/rules.ts'
import { list } from '../../../texts/list.ts'
import { isSchedule, type ListedRule, momentWords, windowWords } from '../../home/schedules/schedule.ts'

/** A rule as `PUT` takes it, with all its fields. */
export type FirewallRuleDraft = z.output<typeof RuleInput>

/** A rule that blocks the internet, without devices: the form requires a choice. */
export const blankDraft = (): FirewallRuleDraft => RuleInput.parse({ Name: '-', Do: { Kind: 'block' } })

/** Rules that the screens of schedules and pauses do not show. */
export const isOther = (rule: ListedRule): boolean => !isSchedule(rule) && !isPause(rule)

const regions = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
export const countryWords = (code: string): string => regions.of(code) ?? code

/** The destinations in words. */
export function toWords({ To }: Pick<ListedRule, 'To'>): string {
  const { Place, Domains, Countries, Networks, ASNs, Port, Protocol } = To
  const listed = [...Domains, ...Countries.map(countryWords), ...ASNs.map((asn) => `AS${asn}`), ...Networks]
  const place = Place === 'listed' ? list(listed) : texts.to[Place]
  const port = Port === 'any' ? (Protocol === 'any' ? '' : texts.to.only(Protocol)) : texts.to.port(Port, Protocol)
  return port === '' ? place : `${place}, ${port}`
}

/** What a rule does, as a sentence. */
export function actionWords(rule: Pick<ListedRule, 'Do' | 'To'>): string {
  const { Do } = rule
  const { does } = texts
  switch (Do.Kind) {
    case 'block':
    case 'allow':
      return does[Do.Kind](toWords(rule))
    case 'dns':
      return does.dns(Do.Domain, Do.ResultIP ?? Do.ResultCNAME ?? '')
    case 'services':
      return does.services(Do.Services)
    case 'safesearch':
      return does.safesearch(
        (['Google', 'Bing', 'DuckDuckGo', 'YouTube'] as const).filter(
          (one) => Do[one] === true || (one === 'YouTube' && Do[one] !== 'off'),
        ),
      )
    case 'tunnel':
      return does.tunnel(toWords(rule), Do.Tunnel)
    case 'uplink':
      return does.uplink(toWords(rule), Do.Uplink)
    case 'proxy':
      return does.proxy(toWords(rule), Do.Plugin)
    case 'redirect':
      return does.redirect(toWords(rule), Do.Port === undefined ? Do.IP : `${Do.IP}:${Do.Port}`)
    case 'tag':
      return does.tag(Do.Tag)
    case 'group':
      return does.group(Do.Group)
    case 'limit': {
      const { DownMbit, UpMbit } = Do
      return does.limit(toWords(rule), [
        ...(DownMbit ? [texts.down(DownMbit)] : []),
        ...(UpMbit ? [texts.up(UpMbit)] : []),
      ])
    }
    default:
      return does[Do.Kind]
  }
}

/** The conditions in words, without the devices; empty if there are none. */
export function whenWords(
  { When, Until }: Pick<ListedRule, 'When' | 'Until'>,
  nameOf: (identity: string) => string,
  zone: string | undefined,
): string {
  return [
    ...When.Times.map(windowWords),
    ...When.Online.map(({ Device, Is }) => texts.while(nameOf(Device), Is)),
    ...(When.UsedMinutes > 0 ? [texts.used(When.UsedMinutes)] : []),
    ...(When.Expression ? [texts.if(When.Expression)] : []),
    ...(Until > 0 ? [texts.until(momentWords(Until, Date.now(), zone))] : []),
  ].join(' · ')
}

/** The entries of a text field: separated by commas, spaces or lines. */
export const entriesInText = (text: string): string[] => text.split(/[\s,;]+/).filter((entry) => entry !== '')

/** The numbers of networks in a text, such as `AS13335`; the first entry that is none as `wrong`. */
export function asnsOf(text: string): { asns: number[]; wrong: string | undefined } {
  const entries = entriesInText(text)
  const wrong = entries.find((entry) => !/^(as)?\d{1,10}$/i.test(entry))
  return { asns: wrong === undefined ? entries.map((entry) => Number(entry.replace(/^as/i, ''))) : [], wrong }
}

/** Whether all fields are filled in, so that the router can evaluate the rule. */
export function isComplete(draft: FirewallRuleDraft): boolean {
  const { To, Do } = draft
  const isListed = To.Domains.length + To.Countries.length + To.Networks.length + To.ASNs.length > 0
  if (To.Place === 'listed' && !isListed) return false
  if (Do.Kind === 'dns' && !Do.ResultIP && !Do.ResultCNAME) return false
  if (Do.Kind === 'limit' && !Do.DownMbit && !Do.UpMbit) return false
  return RuleInput.safeParse(draft).success
}

/** A rule without fields that its action does not have. */
export const fittedToAction = (draft: FirewallRuleDraft): FirewallRuleDraft => ({
  ...draft,
  To:
    ACTIONS[draft.Do.Kind].places.length === 0
      ? blankDraft().To
      : ACTIONS[draft.Do.Kind].hasPorts
        ? draft.To
        : { ...draft.To, Port: 'any', Protocol: 'any' },
})
