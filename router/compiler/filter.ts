import { byService } from '../model/dns/blocklists/decider.ts'
import { EVERYBODY, keyOfOverride } from '../model/dns/blocklists/key.ts'
import { type AppliedOverride, type KeptOverride, listsInOrder } from '../model/dns/blocklists/override.ts'
import { catalogueOf } from '../model/dns/blocklists/services/catalogue.ts'
import { redirectsOf } from '../model/dns/blocklists/services/safesearch.ts'
import type { Facts } from '../store/facts.ts'
import type { DnsFilter, PfwRule, SafeRedirect } from './network.ts'
import { dnsTag } from './pfwrules.ts'

/** What the resolver blocks and permits. Expired rules are removed from the facts by a timer, not here. */
export function compileFilter(facts: Facts, pfw: readonly PfwRule[] = []): DnsFilter {
  const settings = facts.setting('dnsBlock')
  const lists = listsInOrder(facts.overrideLists.values()).filter(({ Enabled }) => Enabled)
  const answers = pfw.flatMap(answerOf)
  const services = pfw.flatMap((rule) => blocksOf(rule, facts))
  return {
    rules: {
      quarantineHost: settings.QuarantineHostIP,
      checksRebinding: !settings.RebindingCheckDisable,
      answersCanaries: settings.AnswerCanaries,
    },
    overrideLists: [
      ...answers.map(({ List, Tags }) => ({ Name: List, Tags })),
      ...lists.map(({ Name, Tags }) => ({ Name, Tags })),
      // After the owner's lists: an override can permit a domain of a service.
      ...pfw
        .filter(({ action }) => action.Kind === 'services')
        .map(({ id }) => ({ Name: dnsTag(id), Tags: [dnsTag(id)] })),
    ],
    overrides: new Map([
      ...facts.overrides,
      ...[...answers, ...services].map((override) => [keyOfOverride(override), override] as const),
    ]),
    safeSearch: safeSearchOf(pfw),
    blockLists: [...facts.blockLists.values()],
    excluded: settings.ClientIPExclusions,
    paused: [...facts.pauses.keys()],
  }
}

/** The domains of the services of a rule, in its own list. A service that is not in the catalogue any more has none. */
function blocksOf({ id, action }: PfwRule, facts: Pick<Facts, 'setting'>): AppliedOverride[] {
  if (action.Kind !== 'services') return []
  const { Services } = action
  return catalogueOf(facts.setting('dnsServices'))
    .Services.filter(({ Id }) => Services.includes(Id))
    .flatMap(({ Name, Domains }) =>
      Domains.map((domain) => ({
        ...{
          Type: 'block' as const,
          Domain: `${domain}.`,
          ResultIP: '',
          ResultCNAME: '',
          ClientIP: EVERYBODY,
          Expiration: 0,
        },
        ...{ Tags: [], List: dnsTag(id), By: byService(Name) },
      })),
    )
}

/** What each name of a search engine becomes, by the tag of the rule. The first rule decides. */
function safeSearchOf(pfw: readonly PfwRule[]): Map<string, SafeRedirect[]> {
  const all = new Map<string, SafeRedirect[]>()
  for (const { id, action } of pfw)
    if (action.Kind === 'safesearch')
      for (const { name, target } of redirectsOf(action)) {
        const others = all.get(name)
        if (others) others.push({ tag: dnsTag(id), target })
        else all.set(name, [{ tag: dnsTag(id), target }])
      }
  return all
}

/** The answer of a rule: an override in its own list, which applies to the clients that the rule holds for. */
function answerOf({ id, action }: PfwRule): KeptOverride[] {
  if (action.Kind !== 'dns') return []
  const { Domain, ResultIP, ResultCNAME } = action
  const result = { ResultIP: ResultIP ?? '', ResultCNAME: ResultCNAME ? `${ResultCNAME}.` : '' }
  return [
    {
      ...{ Type: 'permit', Domain: `${Domain}.`, ...result, ClientIP: EVERYBODY, Expiration: 0 },
      ...{ Tags: [dnsTag(id)], List: dnsTag(id) },
    },
  ]
}
