import type { TableTexts } from '../../machine/machine.ts'
import type { ElementChange } from '../../wire/nft-elements.ts'
import { itemOf } from '../driver.ts'
import type { ChainItem, ElementItem, NftItem, NftStep, SetItem, TableItem } from './item.ts'
import { TABLE, timeoutTexts } from './syntax.ts'

/** The kernel applies this many in less than a millisecond. More are applied through libnftables in another thread. */
const MOST_CHANGES = 256

/** The catch-all element. Only other programs add it. */
const CATCH_ALL = '*'

/** The same transaction as element changes, if the steps contain only a few elements. Else undefined. */
export function elementChanges(steps: readonly NftStep[]): ElementChange[] | undefined {
  const { elements } = byKind(steps)
  if (steps.length > MOST_CHANGES || elements.length < steps.length) return undefined
  if (gone(elements).some(({ key }) => key === CATCH_ALL)) return undefined
  const change = (present: boolean, { set, key, text }: ElementItem): ElementChange => ({
    present,
    set,
    key,
    value: text,
  })
  return [...gone(elements).map((item) => change(false, item)), ...come(elements).map((item) => change(true, item))]
}

/** The transactions that make a table anew with the contents that `fill` renders, for a table such as `inet NAME`. */
export function tableTexts(fill: (table: string) => string): TableTexts {
  // Added first, where there is none: the deletion of nothing is rejected.
  const replace = (table: string): string =>
    [`add table ${table}`, `delete table ${table}`, `add table ${table}`, fill(table)].join('\n')
  return { fill, replace, attempt: (table) => [replace(table), `delete table ${table}`].join('\n') }
}

/**
 * Renders steps as one nft transaction for a table that is open (`Machine.openTable`). Elements are deleted before others are added,
 * since a key may move from one device to another; chains are flushed before the sets that their rules use are deleted; sets are added
 * before the rules that use them.
 */
export function renderSteps(steps: readonly NftStep[], table = TABLE): string {
  const { tables, chains, sets, elements } = byKind(steps)
  // A rule may use a set with other elements: it is filled anew.
  const filled = sets.filter(({ had, value }) => had && value && had.text === value.text)
  const lost = gone(sets.filter((step) => !filled.includes(step)))
  const names = new Set(lost.map(({ name }) => name))
  return [
    ...come(tables).flatMap(() => timeoutTexts.map((text) => `add ct timeout ${table} ${text}`)),
    ...gone(chains).map(({ name }) => `flush chain ${table} ${name}`),
    ...elementCommands(
      table,
      'delete',
      gone(elements).filter(({ set }) => !names.has(set)),
    ),
    ...lost.map(({ kind, name }) => `delete ${kind} ${table} ${name}`),
    ...come(filled).map(({ name }) => `flush set ${table} ${name}`),
    ...come(sets.filter((step) => !filled.includes(step))).map(
      ({ kind, name, text }) => `add ${kind} ${table} ${name} ${text}`,
    ),
    ...come(sets).flatMap(({ name, elements }) => (elements ? [`add element ${table} ${name} { ${elements} }`] : [])),
    ...come(chains).map(({ name, hook }) => `add chain ${table} ${name} ${hook}`),
    ...come(chains).flatMap(({ name, rules }) => rules.map((rule) => `add rule ${table} ${name} ${rule}`)),
    ...elementCommands(table, 'add', come(elements)),
    ...chains.flatMap(({ had, value }) => (had && !value ? [`delete chain ${table} ${had.name}`] : [])),
  ].join('\n')
}

interface Steps {
  readonly tables: readonly NftStep<TableItem>[]
  readonly chains: readonly NftStep<ChainItem>[]
  readonly sets: readonly NftStep<SetItem>[]
  readonly elements: readonly NftStep<ElementItem>[]
}

/** Steps by the kind of their item, which a step does not change. */
function byKind(steps: readonly NftStep[]): Steps {
  const of = <I extends NftItem>(...kinds: readonly NftItem['kind'][]): NftStep<I>[] =>
    steps.filter((step) => kinds.includes(itemOf(step).kind)) as NftStep<I>[]
  return { tables: of('table'), chains: of('chain'), sets: of('set', 'map'), elements: of('element') }
}

const come = <I extends NftItem>(steps: readonly NftStep<I>[]): I[] => steps.flatMap(({ value }) => value ?? [])
const gone = <I extends NftItem>(steps: readonly NftStep<I>[]): I[] => steps.flatMap(({ had }) => had ?? [])

/** One command for all elements of a set. Elements are deleted by key. */
function elementCommands(table: string, verb: 'add' | 'delete', elements: readonly ElementItem[]): string[] {
  return [...Map.groupBy(elements, ({ set }) => set)].map(([set, items]) => {
    const keys = items.map(({ key, text }) => (text && verb === 'add' ? `${key} : ${text}` : key))
    return `${verb} element ${table} ${set} { ${keys.join(', ')} }`
  })
}
