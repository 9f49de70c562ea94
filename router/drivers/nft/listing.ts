import { z } from 'zod'
import { Refused } from '../../errors.ts'
import type { Machine } from '../../machine/machine.ts'
import { type ElementItem, type SetItem, setItem } from './item.ts'
import { elementText, TABLE } from './syntax.ts'

/** Our table as the kernel has it. */
export interface TableListing {
  /** Each chain's rules as normalised JSON, without handles and counts. */
  readonly chains: ReadonlyMap<string, string>
  readonly sets: readonly SetItem[]
  readonly elements: readonly ElementItem[]
}

const Listing = z.object({ nftables: z.array(z.record(z.string(), z.unknown())) })
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

/** All of the table, or tersely without elements, which are nearly all of the work. A table that is not there is an empty one. */
export async function readTable(
  machine: Pick<Machine, 'nftList'>,
  detail: 'all' | 'terse' = 'all',
): Promise<TableListing> {
  const listing = await list(machine, detail)
  const chains = new Map<string, string>()
  const sets: SetItem[] = []
  const elements: ElementItem[] = []
  for (const { chain, rule, set, map } of listing) {
    if (chain) append(chains, z.object({ name: z.string() }).parse(chain).name, withoutCounts(chain))
    if (rule) append(chains, z.object({ chain: z.string() }).parse(rule).chain, withoutCounts(rule))
    if (set || map) readSet(SetEntry.parse(set ?? map), sets, elements)
  }
  return { chains, sets, elements }
}

async function list(machine: Pick<Machine, 'nftList'>, detail: 'all' | 'terse') {
  try {
    return Listing.parse(await machine.nftList(`list table ${TABLE}`, detail)).nftables
  } catch (error) {
    if (error instanceof Refused && /^No such file or directory/.test(error.message)) return []
    throw error
  }
}

const append = (into: Map<string, string>, name: string, text: string): void =>
  void into.set(name, `${into.get(name) ?? ''}${text}\n`)

/** Counts change by themselves and handles at each load: neither is a difference. */
const withoutCounts = (value: unknown): string =>
  JSON.stringify(value, (key, inner) => (key === 'handle' || key === 'packets' || key === 'bytes' ? undefined : inner))

function readSet(entry: z.infer<typeof SetEntry>, sets: SetItem[], elements: ElementItem[]): void {
  const keys = typeof entry.type === 'string' ? [entry.type] : entry.type
  const counter = JSON.stringify(entry.stmt ?? []).includes('counter')
  const interval = entry.flags?.includes('interval') ?? false
  // nft 1.0.6 leaves out the flag `dynamic`; no other set of ours has a size.
  const dynamic = entry.size === undefined ? undefined : { size: entry.size, timeoutSeconds: entry.timeout }
  sets.push(setItem(entry.name, { keys, value: entry.map, counter, interval, dynamic }))
  if (dynamic) return
  for (const element of entry.elem ?? []) {
    const [key, value] = Array.isArray(element) ? element : [element, undefined]
    elements.push({ kind: 'element', set: entry.name, key: elementText(partsOf(key), keys), text: valueText(value) })
  }
}

/** `"1.2.3.4"`, `{range: [80, 90]}`, `{concat: […]}` of these, or any of them inside `{elem: {val, counter}}`. */
function partsOf(key: unknown): string[] {
  if (typeof key !== 'object' || key === null) return [String(key)]
  if ('elem' in key) return partsOf((key.elem as { val: unknown }).val)
  if ('range' in key && Array.isArray(key.range)) return [key.range.join('-')]
  return 'concat' in key && Array.isArray(key.concat) ? key.concat.flatMap(partsOf) : [JSON.stringify(key)]
}

function valueText(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value !== 'object' || value === null) return String(value)
  if ('concat' in value) return partsOf(value).join(' . ')
  const [verb = '', detail] = Object.entries(value)[0] ?? []
  const target = (detail as { target?: string } | null)?.target
  return target ? `${verb} ${target}` : verb
}
