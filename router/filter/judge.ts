import type { BlockList } from '../features/dnsblock/blocklist.ts'
import { isSpared, listOf } from './layout.ts'
import type { Table } from './table.ts'

/** What the lists make of a name. */
export interface Judgement {
  /** The URI of a list because of which the name is blocked; undefined when it is not. */
  readonly by: string | undefined
  /** Where the domain that is listed there begins in the bytes of the question. */
  readonly at: number
  readonly categories: readonly string[]
}

/** Block lists as they count for one device or another. */
export interface Judge {
  useTable(table: Table | undefined): void
  /** Undefined takes a list's settings away: it counts no more. */
  put(uri: string, settings: BlockList | undefined): void
  /**
   * What lists say of a name, whole and without compression at `start` of `wire`, when somebody asks who has these tags.
   * Undefined where they say nothing. A name that one list spares is blocked by none.
   */
  judge(wire: Uint8Array, start: number, tags: readonly string[]): Judgement | undefined
  /** The lists that hold a name or one of its parents, whether they count or not. */
  holders(wire: Uint8Array, start: number): Holder[]
  /** Names that at least one list blocks for somebody. */
  blockedNames(): number
}

export interface Holder {
  readonly URI: string
  readonly spared: boolean
  /** Where the domain that it lists begins in the bytes. */
  readonly at: number
}

/** What one set of lists comes to for devices with certain tags. */
interface Say {
  readonly by: string | undefined
  readonly spares: boolean
  readonly categories: readonly string[]
}
const NOTHING: Say = { by: undefined, spares: false, categories: [] }

export function openJudge(): Judge {
  const settings = new Map<string, BlockList>()
  let table: Table | undefined
  /** By tags, then by the number of a set. The tags of a device are the same array until somebody changes them. */
  let says = new WeakMap<readonly string[], (Say | undefined)[]>()

  const say = (set: number, tags: readonly string[]): Say => {
    const holders = table!.directory.sets[set]?.holders ?? []
    const counting = holders.flatMap((holder) => {
      const list = settings.get(table!.directory.lists[listOf(holder)]!.URI)
      return list && counts(list, tags) ? [{ list, spared: isSpared(holder) }] : []
    })
    const blocking = counting.filter(({ list }) => !list.DontBlock)
    const categories = counting.flatMap(({ list, spared }) => (spared || list.Category === '' ? [] : [list.Category]))
    return {
      by: blocking.find(({ spared }) => !spared)?.list.URI,
      spares: blocking.some(({ spared }) => spared),
      categories: [...new Set(categories)],
    }
  }
  const saysFor = (tags: readonly string[]): (Say | undefined)[] => {
    const known = says.get(tags)
    if (known) return known
    const none: (Say | undefined)[] = []
    says.set(tags, none)
    return none
  }
  return {
    useTable(given) {
      table = given
      says = new WeakMap()
    },
    put(uri, given) {
      if (given) settings.set(uri, given)
      else settings.delete(uri)
      says = new WeakMap()
    },
    judge(wire, start, tags) {
      const found = table === undefined ? 0 : table.find(wire, start)
      if (found === 0) return undefined
      const { sets, at } = table!
      const known = saysFor(tags)
      let by: string | undefined
      let from = start
      let spares = false
      let categories: readonly string[] = NOTHING.categories
      for (let index = 0; index < found; index++) {
        const set = sets[index]!
        known[set] ??= say(set, tags)
        const said = known[set]
        spares ||= said.spares
        if (said.by !== undefined) {
          by = said.by
          from = at[index]!
        }
        if (said.categories.length > 0)
          categories = categories.length === 0 ? said.categories : [...new Set([...categories, ...said.categories])]
      }
      if (spares) by = undefined
      return by === undefined && categories.length === 0 ? undefined : { by, at: from, categories }
    },
    holders(wire, start) {
      const found = table === undefined ? 0 : table.find(wire, start)
      return Array.from({ length: found }, (_, index) => index).flatMap((index) =>
        table!.directory.sets[table!.sets[index]!]!.holders.map((holder) => ({
          URI: table!.directory.lists[listOf(holder)]!.URI,
          spared: isSpared(holder),
          at: table!.at[index]!,
        })),
      )
    },
    blockedNames() {
      let names = 0
      for (const { holders, names: many } of table?.directory.sets ?? []) {
        const lists = holders.map((holder) => ({
          list: settings.get(table!.directory.lists[listOf(holder)]!.URI),
          spared: isSpared(holder),
        }))
        const blocking = lists.filter(({ list }) => list?.Enabled && !list.DontBlock)
        if (blocking.length > 0 && !blocking.some(({ spared }) => spared)) names += many
      }
      return names
    },
  }
}

const counts = ({ Enabled, Tags }: BlockList, tags: readonly string[]): boolean =>
  Enabled && (Tags.length === 0 || Tags.some((tag) => tags.includes(tag)))
