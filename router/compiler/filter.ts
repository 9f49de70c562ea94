import { EVERYBODY, keyOfOverride } from '../features/dnsblock/key.ts'
import { type KeptOverride, listsInOrder } from '../features/dnsblock/override.ts'
import type { Facts } from '../store/facts.ts'
import type { DnsFilter, PfwRule } from './network.ts'
import { dnsTag } from './pfw.ts'

/** What the resolver blocks and permits. Expired rules are removed from the facts by a timer, not here. */
export function compileFilter(facts: Facts, pfw: readonly PfwRule[] = []): DnsFilter {
  const settings = facts.setting('dnsBlock')
  const lists = listsInOrder(facts.overrideLists.values()).filter(({ Enabled }) => Enabled)
  const answers = pfw.flatMap(answerOf)
  return {
    rules: {
      quarantineHost: settings.QuarantineHostIP,
      checksRebinding: !settings.RebindingCheckDisable,
      answersCanaries: settings.AnswerCanaries,
    },
    overrideLists: [
      ...answers.map(({ List, Tags }) => ({ Name: List, Tags })),
      ...lists.map(({ Name, Tags }) => ({ Name, Tags })),
    ],
    overrides: new Map([
      ...facts.overrides,
      ...answers.map((override) => [keyOfOverride(override), override] as const),
    ]),
    blockLists: [...facts.blockLists.values()],
    excluded: settings.ClientIPExclusions,
    paused: [...facts.pauses.keys()],
  }
}

/** The answer of a rule: an override in a list of its own, which applies to the clients that the rule holds for. */
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
