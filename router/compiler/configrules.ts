import type { PortRange } from '../model/firewall/config/port.ts'
import type { Facts } from '../store/facts.ts'
import type { Entry } from '../store/table.ts'
import type { Ip } from '../values/ip.ts'
import { isRuleTable, RULE_TABLES, type RulePart, type RuleTable, rulePartsOf } from './ruleparts.ts'

/**
 * A set of rules that compare the same parts of a packet: a number of bits of its source and of its destination, its protocol,
 * and its port or not. A packet costs one look-up in each set, independent of the number of rules; adding or removing a rule
 * changes elements of its set only.
 */
export type RuleSet =
  | { readonly kind: 'block'; readonly source: number; readonly destination: number }
  | {
      readonly kind: 'forward block' | 'output block'
      readonly source: number
      readonly destination: number
      readonly ports: PortMatch
    }
  /** A connection from the internet is forwarded to a device, at the same port or another. */
  | { readonly kind: 'forward'; readonly source: number; readonly samePort: boolean; readonly ports: PortMatch }
  | { readonly kind: 'endpoint'; readonly tag: string; readonly destination: number; readonly ports: PortMatch }

/**
 * Look-up and change of rules for one port, or for all, have constant cost. The kernel compares all ranges, and libnftables
 * reads all of them to remove one. So ranges are in separate sets.
 */
export type PortMatch = 'one' | 'range' | 'all'

/** The ports and the target of one rule in one slot. */
export interface RuleSpan {
  /** The table and key of the rule. */
  readonly rule: string
  /** Undefined in sets that do not compare ports. */
  readonly ports?: PortRange
  /** The destination of a forwarded connection; without a port, the port is unchanged. */
  readonly target?: { readonly ip: Ip; readonly port?: number }
}

/** The rules for the same source, destination and protocol. */
export interface Slot {
  readonly set: RuleSet
  /** Masked source, masked destination, protocol, and in a set for single ports the port: those that the set compares, in this order. */
  readonly key: readonly string[]
  readonly spans: readonly RuleSpan[]
}

/** The key of a slot among all slots. */
export const slotName = (set: RuleSet, key: readonly string[]): string => `${JSON.stringify(set)} ${key.join(' ')}`

/** Rules by slot, updated incrementally. */
export interface Rules {
  readonly slots: ReadonlyMap<string, Slot>
  /** The sets that have any rule. The same array until a set is added or removed. */
  readonly sets: readonly RuleSet[]
  /** Applies changed facts. Returns the changed slots, before and after, limited to what differs. */
  update(entries: readonly Entry[]): readonly SlotChange[]
}

export interface SlotChange {
  readonly before: Slot | undefined
  readonly after: Slot | undefined
}

export function openRules(facts: Facts): Rules {
  const slots = new Map<string, Slot>()
  const placed = new Map<string, RulePart[]>()
  const uses = new Map<string, { readonly set: RuleSet; count: number }>()
  let sets: readonly RuleSet[] = []

  const place = (table: RuleTable, key: string): void => {
    const rule = `${table} ${key}`
    const gone = placed.get(rule) ?? []
    const come = rulePartsOf(table, key, facts)
    if (come.length > 0) placed.set(rule, come)
    else placed.delete(rule)
    for (const name of Map.groupBy(gone, nameOf).keys()) {
      const slot = slots.get(name)
      if (slot) setSlot(name, { ...slot, spans: slot.spans.filter((span) => span.rule !== rule) })
    }
    for (const [name, parts] of Map.groupBy(come, nameOf)) {
      const { set, key } = parts[0]!
      const spans = parts.map(({ span }) => ({ rule, ...span }))
      setSlot(name, { set, key, spans: [...(slots.get(name)?.spans ?? []), ...spans] })
    }
  }

  const setSlot = (name: string, slot: Slot): void => {
    const [had, has] = [slots.has(name), slot.spans.length > 0]
    if (has) slots.set(name, slot)
    else slots.delete(name)
    if (had === has) return
    const use = uses.get(JSON.stringify(slot.set)) ?? { set: slot.set, count: 0 }
    use.count += Number(has) - Number(had)
    if (use.count > 0) uses.set(JSON.stringify(slot.set), use)
    else uses.delete(JSON.stringify(slot.set))
  }

  const noteSets = (): void => {
    if (uses.size === sets.length && sets.every((set) => uses.has(JSON.stringify(set)))) return
    sets = [...uses.values()].map(({ set }) => set).sort(byName)
  }

  for (const table of RULE_TABLES) for (const key of facts[table].keys()) place(table, key)
  noteSets()

  return {
    slots,
    get sets() {
      return sets
    },
    update(entries) {
      const rules = entries.flatMap(({ table, key }) => (isRuleTable(table) ? [{ table, key }] : []))
      // The domain of an endpoint now resolves to other addresses.
      const renamed = new Set(entries.filter(({ table }) => table === 'resolvedNames').map(({ key }) => key))
      if (renamed.size > 0)
        for (const [key, { Domain }] of facts.endpoints)
          if (renamed.has(Domain)) rules.push({ table: 'endpoints', key })
      const before = new Map<string, Slot | undefined>()
      for (const { table, key } of rules)
        for (const part of [...(placed.get(`${table} ${key}`) ?? []), ...rulePartsOf(table, key, facts)])
          before.set(nameOf(part), slots.get(nameOf(part)))
      for (const { table, key } of rules) place(table, key)
      noteSets()
      return [...before].map(([name, slot]) => difference(slot, slots.get(name)))
    },
  }
}

const nameOf = ({ set, key }: RulePart): string => slotName(set, key)

/**
 * The change of a slot. Of a slot of forwards, only the changed spans and those that overlap or adjoin them, so that the cost of
 * a new forward does not depend on the number in the slot.
 */
function difference(before: Slot | undefined, after: Slot | undefined): SlotChange {
  if ((before ?? after)?.set.kind !== 'forward') return { before, after }
  const [had, has] = [new Set(before?.spans), new Set(after?.spans)]
  const all = had.union(has)
  const near = had.symmetricDifference(has)
  const reach = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  const extend = ({ ports }: RuleSpan): void => {
    reach.first = Math.min(reach.first, ports?.first ?? Number.NEGATIVE_INFINITY)
    reach.last = Math.max(reach.last, ports?.last ?? Number.POSITIVE_INFINITY)
  }
  for (const span of near) extend(span)
  for (let size = -1; size < near.size; ) {
    size = near.size
    for (const span of all) {
      const { first = reach.first, last = reach.last } = span.ports ?? {}
      if (near.has(span) || first > reach.last + 1 || last < reach.first - 1) continue
      near.add(span)
      extend(span)
    }
  }
  return { before: only(before, near), after: only(after, near) }
}

const only = (slot: Slot | undefined, spans: ReadonlySet<RuleSpan>): Slot | undefined => {
  const left = slot?.spans.filter((span) => spans.has(span)) ?? []
  return slot && left.length > 0 ? { ...slot, spans: left } : undefined
}

const byName = (a: RuleSet, b: RuleSet): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
