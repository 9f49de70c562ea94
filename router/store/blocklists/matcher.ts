import type { BlockList } from '../../model/dns/blocklists/blocklist.ts'
import { blocks, isImportant, isSpared, listOf } from './layout.ts'
import type { BlockListTable } from './table.ts'

/** The result of matching a name against the block lists. */
export interface ListMatch {
  /** The URI of the list that blocks the name; undefined if none does. */
  readonly by: string | undefined
  /** The offset of the listed domain in the bytes of the name. */
  readonly at: number
  readonly categories: readonly string[]
}

/** Block lists and the owner's settings of them. */
export interface BlockListMatcher {
  useTable(table: BlockListTable | undefined): void
  /** A list has no effect without its settings. */
  set(settings: BlockList): void
  remove(uri: string): void
  /**
   * Matches an uncompressed name at `start` of `wire` for a device with these tags. Undefined if no list that applies has
   * the name. A name that one list exempts is not blocked by any.
   */
  match(wire: Uint8Array, start: number, tags: readonly string[]): ListMatch | undefined
  /** The lists that contain a name or one of its parents, whether they apply or not. */
  holders(wire: Uint8Array, start: number): Holder[]
  /** The number of names that at least one enabled list blocks. */
  blockedNames(): number
}

export interface Holder {
  readonly URI: string
  readonly spared: boolean
  /** The offset of the listed domain in the bytes of the name. */
  readonly at: number
}

/** The combined effect of a set of lists on devices with certain tags. */
interface Effect {
  readonly by: string | undefined
  /** The list whose block is important. */
  readonly importantBy: string | undefined
  readonly spares: boolean
  readonly sparesImportant: boolean
  readonly categories: readonly string[]
}
const NO_CATEGORIES: readonly string[] = []

export function openBlockListMatcher(): BlockListMatcher {
  const settings = new Map<string, BlockList>()
  let table: BlockListTable | undefined
  /** By tags, then by the number of a set. The tags of a device are the same array until the owner changes them. */
  let effects = new WeakMap<readonly string[], (Effect | undefined)[]>()

  const holdersOf = (set: number) =>
    (table?.directory.sets[set]?.holders ?? []).map((holder) => ({
      URI: table!.directory.lists[listOf(holder)]!.URI,
      spared: isSpared(holder),
      important: isImportant(holder),
      holder,
    }))
  const effectOf = (set: number, tags: readonly string[]): Effect => {
    const applying = holdersOf(set).flatMap(({ URI, spared, important }) => {
      const list = settings.get(URI)
      return list && applies(list, tags) ? [{ list, spared, important }] : []
    })
    const blocking = applying.filter(({ list }) => !list.DontBlock)
    const categories = applying.flatMap(({ list, spared }) => (spared || list.Category === '' ? [] : [list.Category]))
    return {
      by: blocking.find(({ spared }) => !spared)?.list.URI,
      importantBy: blocking.find(({ spared, important }) => !spared && important)?.list.URI,
      spares: blocking.some(({ spared }) => spared),
      sparesImportant: blocking.some(({ spared, important }) => spared && important),
      categories: [...new Set(categories)],
    }
  }
  const effectsFor = (tags: readonly string[]): (Effect | undefined)[] => {
    const known = effects.get(tags)
    if (known) return known
    const none: (Effect | undefined)[] = []
    effects.set(tags, none)
    return none
  }
  return {
    useTable(given) {
      table = given
      effects = new WeakMap()
    },
    set(list) {
      settings.set(list.URI, list)
      effects = new WeakMap()
    },
    remove(uri) {
      settings.delete(uri)
      effects = new WeakMap()
    },
    match(wire, start, tags) {
      const found = table === undefined ? 0 : table.find(wire, start)
      if (found === 0) return undefined
      const { sets, at } = table!
      const known = effectsFor(tags)
      let by: string | undefined
      let from = start
      let importantBy: string | undefined
      let importantFrom = start
      let spares = false
      let sparesImportant = false
      let categories = NO_CATEGORIES
      for (let index = 0; index < found; index++) {
        const set = sets[index]!
        known[set] ??= effectOf(set, tags)
        const effect = known[set]
        spares ||= effect.spares
        sparesImportant ||= effect.sparesImportant
        if (effect.importantBy !== undefined) {
          importantBy = effect.importantBy
          importantFrom = at[index]!
        }
        if (effect.by !== undefined) {
          by = effect.by
          from = at[index]!
        }
        if (effect.categories.length > 0)
          categories = categories.length === 0 ? effect.categories : [...new Set([...categories, ...effect.categories])]
      }
      if (sparesImportant) by = undefined
      else if (importantBy !== undefined) [by, from] = [importantBy, importantFrom]
      else if (spares) by = undefined
      return by === undefined && categories.length === 0 ? undefined : { by, at: from, categories }
    },
    holders(wire, start) {
      const found = table === undefined ? 0 : table.find(wire, start)
      return Array.from({ length: found }, (_, index) => index).flatMap((index) =>
        holdersOf(table!.sets[index]!).map(({ URI, spared }) => ({ URI, spared, at: table!.at[index]! })),
      )
    },
    blockedNames() {
      let total = 0
      for (const [set, { names }] of table?.directory.sets.entries() ?? []) {
        const blocking = holdersOf(set).filter(({ URI }) => {
          const list = settings.get(URI)
          return list?.Enabled && !list.DontBlock
        })
        if (blocks(blocking.map(({ holder }) => holder))) total += names
      }
      return total
    },
  }
}

const applies = ({ Enabled, Tags }: BlockList, tags: readonly string[]): boolean =>
  Enabled && (Tags.length === 0 || Tags.some((tag) => tags.includes(tag)))
