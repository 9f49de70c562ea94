import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import { networksIn, networksKey } from '../../../model/firewall/rules/destinations.ts'
import type { Destination } from '../../../model/firewall/rules/pfwrule.ts'
import { actAsRouter } from '../../../store/actor.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import type { AddressSet } from '../../../values/addressset.ts'
import { openLookup } from '../../traffic/lookup/lookup.ts'
import { pause } from '../geoblock/stored.ts'

/** Returns the addresses of the countries and networks that a rule lists; undefined if it lists none. Throws `Unavailable`. */
export type NetworksOf = (to: Destination) => Promise<AddressSet | undefined>

/** Reads the data on countries and networks for each call: it is not held in memory. */
export const networksFrom =
  ({ machine, lookupFile }: { machine: Pick<Machine, 'readBytes'>; lookupFile: string }): NetworksOf =>
  async (to) =>
    networksKey(to) === undefined
      ? undefined
      : networksIn(to, await openLookup({ machine, path: lookupFile }).atlas(), pause)

/** For the log. */
export const NOT_COMPILED = 'countries and networks of rules could not be compiled'

type Edit = (draft: Pick<Draft, 'pfwNetworks'>) => void

/** An edit that brings `pfwNetworks` up to date with the rules; undefined if it is. */
export async function staleNetworks(
  { pfwRules, pfwNetworks }: Pick<Facts, 'pfwRules' | 'pfwNetworks'>,
  networksOf: NetworksOf,
): Promise<Edit | undefined> {
  const keys = new Map([...pfwRules.values()].map(({ Id, To }) => [Id, networksKey(To)]))
  const gone = [...pfwNetworks.keys()].filter((id) => keys.get(id) === undefined)
  const stale = [...pfwRules.values()].flatMap(({ Id: id, To }) => {
    const key = keys.get(id)
    return key === undefined || pfwNetworks.get(id)?.key === key ? [] : [{ id, key, to: To }]
  })
  if (gone.length + stale.length === 0) return undefined
  const rows: { id: string; key: string; addresses: AddressSet }[] = []
  for (const { id, key, to } of stale) {
    const addresses = await networksOf(to)
    if (addresses) rows.push({ id, key, addresses })
  }
  return (draft) => {
    for (const id of gone) draft.pfwNetworks.remove(id)
    for (const row of rows) draft.pfwNetworks.put(row.id, row)
  }
}

interface Deps extends Pick<Core, 'facts' | 'change' | 'onFailure'> {
  readonly networksOf: NetworksOf
}

/** Compiles the networks of rules that were restored, and removes those of deleted ones. Saving a rule compiles its own. */
export function watchRuleNetworks({ facts, change, networksOf, onFailure }: Deps): {
  learn(entries: readonly Entry[]): void
} {
  const refresh = async (): Promise<void> => {
    const edit = await staleNetworks(facts, networksOf)
    if (edit) await actAsRouter('schedule', () => change(edit))
  }
  return {
    learn(entries) {
      if (entries.some(({ table }) => table === 'pfwRules'))
        void refresh().catch((error) => onFailure(NOT_COMPILED, error))
    },
  }
}
