import { type Ruleset, rulesetOf } from '../../compiler/firewall/ruleset.ts'
import { elementsOf, setsOf } from '../../compiler/firewall/slots.ts'
import { orUndefined } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { inTurns } from '../../machine/turns.ts'
import { type Addition, keyText } from '../../wire/nft-additions.ts'
import { type Driver, itemOf } from '../driver.ts'
import {
  type ChainItem,
  chainItem,
  elementItem,
  foreignChain,
  foreignTable,
  keyOfNftItem,
  type NftItem,
  nftItemsByKey,
  type SetItem,
  setItem,
  TABLE_ITEM,
} from './item.ts'
import { ELEMENTS_AT_ONCE, hookKey, OUR_TABLE, readTable, type TableListing } from './listing.ts'
import { withoutLogs } from './nflog.ts'
import { elementChanges, renderSteps, tableTexts } from './render.ts'
import { TABLE_NAME } from './syntax.ts'

/** A chain as written; without a value if it was deleted. */
interface WrittenChain {
  readonly name: string
  readonly value: ChainItem | undefined
}

/**
 * The firewall: one table, changed in place, chain by chain and element by element.
 *
 * The kernel does not list rules as they were written. So the driver lists chains once after writing them, and compares later
 * listings with that one: if they differ, another program changed the chain. The same applies to the table. A table that cannot
 * be changed in place is replaced; without one, everything is closed (`links/wanted.ts`). With `isOther`, the table that there is has
 * other flags than ours. Without `logs`, rules that log packets are left out.
 */
export function nftDriver(
  machine: Pick<Machine, 'nft' | 'replaceTable' | 'removeTable' | 'owns' | 'changeElements' | 'nftList' | 'watchTable'>,
  { logs = true, isOther = false }: { readonly logs?: boolean; readonly isOther?: boolean } = {},
): Driver<NftItem> {
  const written = new Map<string, { readonly chain: ChainItem; readonly listed: string }>()
  let writtenTable = isOther ? undefined : OUR_TABLE
  let wasRead = false
  /** The listing after the last write. It runs after the change has returned, and before the next comparison. */
  let listed: Promise<void> = Promise.resolve()
  const chainOf = (name: string, listed: string): ChainItem => {
    const ours = written.get(name)
    return ours?.listed === listed ? ours.chain : foreignChain(name, listed)
  }
  /** Chains that cannot be listed count as foreign, and are written again. */
  const remember = async (chains: readonly WrittenChain[], isTableWritten: boolean): Promise<void> => {
    const before = listed
    const table = await readTable(machine, 'terse').catch(() => undefined)
    await before
    if (isTableWritten) writtenTable = table?.table ?? OUR_TABLE
    for (const { name, value } of chains) {
      const text = table?.chains.get(name)
      if (value && text !== undefined && rulesIn(text) === value.rules.length)
        written.set(name, { chain: value, listed: text })
      else written.delete(name)
    }
  }

  return {
    name: 'nft',
    admits: true,
    frame(frame) {
      const { chains, sets } = rulesetOf(frame)
      return nftItemsByKey([
        TABLE_ITEM,
        ...[...sets].map(([name, set]) => setItem(name, set)),
        ...[...chains.values()].map((chain) => chainItem(logs ? chain : withoutLogs(chain))),
      ])
    },
    member({ admissions }, frame) {
      const { sets } = rulesetOf(frame)
      return nftItemsByKey(admissions.map((admission) => elementItem(admission, sets.get(admission.map))))
    },
    slot(slot) {
      const sets = new Map(setsOf(slot.set))
      return nftItemsByKey(elementsOf(slot).map((element) => elementItem(element, sets.get(element.map))))
    },
    async read({ frame }) {
      await listed
      const listing = await readTable(machine).catch((error: unknown) => {
        // No other program can have changed it since; before, the table may have had no owner.
        if (wasRead && machine.owns(TABLE_NAME)) throw error
        return orUndefined(error)
      })
      wasRead ||= listing !== undefined
      // Another program may have added objects that libnftables cannot list as JSON.
      if (!listing) return nftItemsByKey([foreignTable('it cannot be listed')])
      const { table, chains, sets, elements } = listing
      if (table === undefined) return nftItemsByKey([])
      const obstacle = table === writtenTable ? obstacleIn(listing, rulesetOf(frame)) : 'flags or objects'
      if (obstacle !== undefined) return nftItemsByKey([foreignTable(obstacle)])
      const items = new Map(
        nftItemsByKey([TABLE_ITEM, ...[...chains].map(([name, listed]) => chainOf(name, listed)), ...sets]),
      )
      await inTurns(elements, ELEMENTS_AT_ONCE, (element) => items.set(keyOfNftItem(element), element))
      return items
    },
    watch: (changed, network) =>
      machine.watchTable(TABLE_NAME, (undone) => {
        const { sets } = undone.length > 0 ? rulesetOf(network().frame) : { sets: new Map() as Ruleset['sets'] }
        changed(undone.flatMap((addition) => keysOf(addition, sets)))
      }),
    clear: () => machine.removeTable(TABLE_NAME),
    async apply(steps) {
      const elements = elementChanges(steps)
      if (elements) {
        await machine.changeElements(TABLE_NAME, elements)
        return []
      }
      const isTableWritten = steps.some((step) => itemOf(step).kind === 'table')
      if (isTableWritten)
        await machine.replaceTable(
          TABLE_NAME,
          tableTexts((table) => renderSteps(steps, table)),
        )
      else await machine.nft(renderSteps(steps))
      const chains = steps.flatMap((step) => {
        const { kind, name } = itemOf(step) as ChainItem
        return kind === 'chain' ? [{ name, value: step.value as ChainItem | undefined }] : []
      })
      if (isTableWritten || chains.length > 0) listed = remember(chains, isTableWritten)
      // A change of the table between writing and listing cannot be detected.
      if (isTableWritten) await listed
      return []
    },
  }
}

/** The keys of items that differed by what another program had added. */
const keysOf = (addition: Addition, sets: Ruleset['sets']): string[] =>
  addition.kind === 'rule'
    ? [`chain ${addition.chain}`]
    : addition.keys.map((key) => {
        const { set } = addition
        return keyOfNftItem({ kind: 'element', set, key: keyText(key, sets.get(set)?.keys ?? ['']), text: '' })
      })

/** The number of rules in a listing, to detect a rule that another program added between writing and listing. */
const rulesIn = (listed: string): number => listed.split('\n').length - 2

const isSameType = (a: SetItem, b: SetItem): boolean => a.kind === b.kind && a.text === b.text

/** The first difference that cannot be changed in place: the hook of a chain, or the declaration of a set. */
function obstacleIn({ hooks, sets }: TableListing, ruleset: Ruleset): string | undefined {
  for (const [name, hook] of hooks) {
    const chain = ruleset.chains.get(name)
    if (chain && hook !== (chain.hook ? hookKey(chain.hook.type, chain.hook.at, chain.hook.priority) : ''))
      return `the hook of chain ${name}`
  }
  for (const listed of sets) {
    const declared = ruleset.sets.get(listed.name)
    if (declared && !isSameType(listed, setItem(listed.name, declared))) return `the type of set ${listed.name}`
  }
  return undefined
}
