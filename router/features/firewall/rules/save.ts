import { isDeepStrictEqual } from 'node:util'
import { Invalid } from '../../../errors.ts'
import { excessOf, networksKey } from '../../../model/firewall/rules/destinations.ts'
import {
  type Destination,
  MOST_RULES,
  PERSONA_ORDER,
  type Rule,
  type RuleInput,
} from '../../../model/firewall/rules/pfwrule.ts'
import { freeNumber, MOST_TUNNELS } from '../../../model/vpn/tunnels/tunnel.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import type { AddressSet } from '../../../values/addressset.ts'
import { takenNumbers } from '../../vpn/tunnels/handlers.ts'
import { demandUsableRule } from './check.ts'

/**
 * Writes a rule to the draft: at its place, or a new one at the end of the list, or at its beginning with `First`. `networks` are the addresses of its countries and networks, if it
 * lists any. Postponements of other times are dropped. Throws `Invalid`.
 */
export function writeRule(
  draft: Draft,
  Id: string,
  { First, Minutes, ...given }: RuleInput,
  { now, networks }: { readonly now: number; readonly networks: AddressSet | undefined },
): void {
  if (Minutes && given.Until > 0) throw new Invalid(phrase('firewall.minutesBesideUntil'), 'Minutes')
  const input = Minutes ? { ...given, Until: Math.ceil(now / 1000) + Minutes * 60 } : given
  demandUsableRule(input, draft, now)
  const before = draft.pfwRules.get(Id)
  const all = [...draft.pfwRules.rows()].map(([, rule]) => rule)
  if (!before && all.length >= MOST_RULES) throw new Invalid(phrase('firewall.rulesFull', MOST_RULES))
  writeNetworks(draft, Id, input.To, networks)
  draft.pfwRules.put(Id, {
    ...input,
    Id,
    Order: First ? foremost(all) : (before?.Order ?? Math.max(0, ...all.map(({ Order }) => Order)) + 1),
    Skips: before && isDeepStrictEqual(before.When.Times, input.When.Times) ? before.Skips : [],
    Number: input.Do.Kind === 'tunnel' ? before?.Number || numberIn(draft) : 0,
  })
}

/** The place before all rules, and before those of personas but their pauses. */
const foremost = (all: readonly Pick<Rule, 'Order'>[]): number =>
  Math.min(PERSONA_ORDER, ...all.map(({ Order }) => Order)) - 1

function writeNetworks({ pfwNetworks }: Draft, id: string, to: Destination, addresses?: AddressSet): void {
  const key = networksKey(to)
  if (key === undefined || !addresses) {
    pfwNetworks.remove(id)
    return
  }
  const others = [...pfwNetworks.rows()].flatMap(([other, row]) => (other === id ? [] : [row.addresses]))
  const excess = excessOf(addresses, others)
  if (excess) throw new Invalid(excess, to.Countries.length > 0 ? 'To.Countries' : 'To.ASNs')
  pfwNetworks.put(id, { id, key, addresses })
}

function numberIn({ exits, pfwRules }: Draft): number {
  const values = <T>(rows: Iterable<[string, T]>): T[] => [...rows].map(([, row]) => row)
  const number = freeNumber(takenNumbers(values(exits.rows()), values(pfwRules.rows())))
  if (number > MOST_TUNNELS) throw new Invalid(phrase('firewall.tunnelRulesFull', MOST_TUNNELS), 'Do.Kind')
  return number
}
