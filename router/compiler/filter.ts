import { listsInOrder } from '../features/dnsblock/override.ts'
import type { Facts } from '../store/facts.ts'
import type { DnsFilter } from './network.ts'

/** What the resolver blocks and permits. Expired rules are removed from the facts by a timer, not here. */
export function compileFilter(facts: Facts): DnsFilter {
  const settings = facts.setting('dnsBlock')
  const lists = listsInOrder(facts.overrideLists.values()).filter(({ Enabled }) => Enabled)
  return {
    rules: {
      quarantineHost: settings.QuarantineHostIP,
      checksRebinding: !settings.RebindingCheckDisable,
      answersCanaries: settings.AnswerCanaries,
    },
    overrideLists: lists.map(({ Name, Tags }) => ({ Name, Tags })),
    overrides: new Map(facts.overrides),
    blockLists: [...facts.blockLists.values()],
    excluded: settings.ClientIPExclusions,
    paused: [...facts.pauses.keys()],
  }
}
