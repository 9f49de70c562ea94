import { z } from 'zod'
import { FIREWALL } from '../../compiler/firewall/ruleset.ts'
import type { Machine } from '../../machine/machine.ts'
import { isMissingInNft } from '../../machine/nftmissing.ts'
import { inTurns } from '../../machine/turns.ts'
import { rangeText } from '../../values/addressset.ts'
import { parseSubnet, sizeOf } from '../../values/subnet.ts'
import { type ElementItem, type SetItem, setItem } from './item.ts'
import { elementText, TABLE_NAME, TIMEOUTS } from './syntax.ts'

/** Our table as listed by the kernel. */
export interface TableListing {
  /** Its flags, and its objects other than chains and sets, as normalised JSON; undefined if there is no table. */
  readonly table: string | undefined
  /** Type, hook and priority of each chain, such as `filter forward 0`; empty for a chain without a hook. */
  readonly hooks: ReadonlyMap<string, string>
  /** Each chain's rules as normalised JSON, without handles and counts. */
  readonly chains: ReadonlyMap<string, string>
  readonly sets: readonly SetItem[]
  readonly elements: readonly ElementItem[]
}

const Listing = z.object({ nftables: z.array(z.record(z.string(), z.unknown())) })
const ChainEntry = z.object({
  name: z.string(),
  type: z.string().optional(),
  hook: z.string().optional(),
  prio: z.number().optional(),
})
const SetEntry = z.object({
  name: z.string(),
  type: z.union([z.string(), z.array(z.string())]),
  map: z.string().optional(),
  stmt: z.array(z.unknown()).optional(),
  flags: z.array(z.string()).optional(),
  size: z.number().optional(),
  timeout: z.number().optional(),
  elem: z.array(z.unknown()).optional(),
})
type SetEntry = z.infer<typeof SetEntry>

/** So many are read in a turn of the event loop, which takes about a millisecond; a set comes with its elements. */
const ENTRIES_AT_ONCE = 20
export const ELEMENTS_AT_ONCE = 500

/** Lists the table; `terse` omits the elements, which take nearly all of the time. A missing table is returned as an empty one. */
export async function readTable(
  machine: Pick<Machine, 'nftList'>,
  detail: 'all' | 'terse' = 'all',
): Promise<TableListing> {
  const hooks = new Map<string, string>()
  const chains = new Map<string, string>()
  const sets: SetItem[] = []
  const listed: SetEntry[] = []
  const others: string[] = []
  await inTurns(await list(machine, detail), ENTRIES_AT_ONCE, ({ metainfo, chain, rule, set, map, ...other }) => {
    if (chain) {
      const { name, type, hook, prio } = ChainEntry.parse(chain)
      hooks.set(name, hook === undefined ? '' : hookKey(type, hook, prio))
      append(chains, name, withoutCounts(chain))
    } else if (rule) append(chains, z.object({ chain: z.string() }).parse(rule).chain, withoutCounts(rule))
    else if (set || map) listed.push(SetEntry.parse(set ?? map))
    else if (!metainfo) others.push(withoutCounts(withoutOwner(other)))
  })
  const elements: ElementItem[] = []
  await inTurns(readSets(listed, sets), ELEMENTS_AT_ONCE, (element) => elements.push(element))
  return { table: others.length > 0 ? others.sort().join('\n') : undefined, hooks, chains, sets, elements }
}

/** `TableListing.table` of a table of this driver. Another version of nftables may list it differently. */
export const OUR_TABLE: string = [
  { table: { family: 'inet', name: TABLE_NAME } },
  ...Object.entries(TIMEOUTS).map(([name, { protocol, seconds: policy }]) => ({
    'ct timeout': { family: 'inet', name, table: TABLE_NAME, protocol, l3proto: 'ip', policy },
  })),
]
  .map(withoutCounts)
  .sort()
  .join('\n')

/** The two flags of a table with an owner; nft 1.0.6 does not have a name for the second. */
const OWNED = z.object({
  table: z.looseObject({ flags: z.tuple([z.literal('owner'), z.enum(['persist', 'unknown'])]) }),
})

/** Whether a table has an owner does not matter here: the kernel protects it. */
function withoutOwner(object: object): object {
  const owned = OWNED.safeParse(object)
  return owned.success ? { table: { ...owned.data.table, flags: undefined } } : object
}

export const hookKey = (type: string | undefined, hook: string, priority: number | undefined): string =>
  `${type} ${hook} ${priority}`

async function list(machine: Pick<Machine, 'nftList'>, detail: 'all' | 'terse') {
  try {
    return Listing.parse(await machine.nftList(FIREWALL, detail)).nftables
  } catch (error) {
    if (isMissingInNft(error)) return []
    throw error
  }
}

const append = (into: Map<string, string>, name: string, text: string): void =>
  void into.set(name, `${into.get(name) ?? ''}${text}\n`)

/** Removes counters, which change with traffic, and handles, which change with each load. */
function withoutCounts(value: unknown): string {
  return JSON.stringify(value, (key, inner) =>
    key === 'handle' || key === 'packets' || key === 'bytes' ? undefined : inner,
  )
}

/** Adds the sets to `sets`, and returns their elements one by one. */
function* readSets(entries: readonly SetEntry[], sets: SetItem[]): Generator<ElementItem> {
  for (const entry of entries) {
    const { name, type, map: value, size, timeout, elem = [] } = entry
    const keys = typeof type === 'string' ? [type] : type
    const counter = JSON.stringify(entry.stmt ?? []).includes('counter')
    const interval = entry.flags?.includes('interval') ?? false
    const kind = value === undefined ? 'set' : 'map'
    // nft 1.0.6 omits the flag `dynamic`. Our other sets with a size are maps or have counters.
    const isDynamic = size !== undefined && value === undefined && !counter
    if (!isDynamic && expires(entry)) {
      sets.push({ kind, name, text: `not ours: ${entry.flags}` })
      continue
    }
    const dynamic = isDynamic ? { size, timeoutSeconds: timeout } : undefined
    const item = setItem(name, { keys, value, counter, interval, size: isDynamic ? undefined : size, dynamic })
    // Of our sets of ranges, only sets of networks have one key: all their elements are one item.
    const isWhole = interval && keys.length === 1 && value === undefined
    sets.push(isWhole ? { ...item, elements: elem.map(wholeText).join(', ') } : item)
    if (dynamic || isWhole) continue
    for (const element of elem) {
      const [key, value] = Array.isArray(element) ? element : [element, undefined]
      yield { kind: 'element', set: name, key: elementText(partsOf(key), keys), text: valueText(value) }
    }
  }
}

/** Of our sets, only dynamic ones have a timeout. */
const expires = ({ flags = [], timeout }: SetEntry): boolean =>
  timeout !== undefined || flags.some((flag) => flag !== 'interval')

/** `"1.2.3.4"`, `{range: [80, 90]}`, `{concat: […]}` of these, or any of them inside `{elem: {val, counter}}`. */
function partsOf(key: unknown): string[] {
  if (typeof key !== 'object' || key === null) return [String(key)]
  if ('elem' in key) return partsOf((key.elem as { val: unknown }).val)
  if ('range' in key && Array.isArray(key.range)) return [key.range.join('-')]
  return 'concat' in key && Array.isArray(key.concat) ? key.concat.flatMap(partsOf) : [JSON.stringify(key)]
}

/** An address, a range or a prefix, as in `addressSetText`. */
function wholeText(element: unknown): string {
  const { prefix } = (element ?? {}) as { prefix?: { addr: string; len: number } }
  const net = prefix && parseSubnet(`${prefix.addr}/${prefix.len}`)
  return net ? rangeText({ start: net.base, end: net.base + sizeOf(net) - 1 }) : elementText(partsOf(element), [])
}

function valueText(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value !== 'object' || value === null) return String(value)
  if ('concat' in value) return partsOf(value).join(' . ')
  const [verb = '', detail] = Object.entries(value)[0] ?? []
  const target = (detail as { target?: string } | null)?.target
  return target ? `${verb} ${target}` : verb
}
