import { formatPorts, type PortRange } from '../../model/firewall/config/port.ts'
import { tagSet } from '../../model/home/groups/group.ts'
import type { PortMatch, RuleSet, RuleSpan, Slot } from '../configrules.ts'
import type { Admission } from '../network.ts'
import { type Expression, isIn, type Key } from './rule.ts'
import type { KeyType, SetDeclaration } from './set.ts'

/** The name of a set of rules in the ruleset. */
export function nameOfRuleSet(set: RuleSet): string {
  switch (set.kind) {
    case 'forward':
      return `forward_${set.source}_${set.ports}_${set.samePort ? 'same' : 'other'}_port`
    case 'endpoint':
      return `endpoint_${set.destination}_${set.ports}_${tagSet(set.tag)}`
    case 'forward block':
    case 'output block':
      return `${set.kind.replace(' ', '_')}_${set.source}_${set.destination}_${set.ports}`
    case 'block':
      return `block_${set.source}_${set.destination}`
  }
}

const widthOf = (set: RuleSet): PortMatch => ('ports' in set ? set.ports : 'all')
const sourceBits = (set: RuleSet): number => (set.kind === 'endpoint' ? 0 : set.source)
const destinationBits = (set: RuleSet): number => (set.kind === 'forward' ? 0 : set.destination)

/**
 * The name of the set that is looked up before a set of ranges, by addresses only, since the kernel compares ranges one by
 * one. Forwards need none: they are looked up only for the first packet of a connection.
 */
const guardOf = (set: RuleSet): string | undefined =>
  widthOf(set) === 'range' && set.kind !== 'forward' ? `${nameOfRuleSet(set)}_at` : undefined

const placeTypes = (set: RuleSet): KeyType[] => [
  ...(sourceBits(set) > 0 ? (['ipv4_addr'] as const) : []),
  ...(destinationBits(set) > 0 ? (['ipv4_addr'] as const) : []),
  'inet_proto',
]
const keyTypes = (set: RuleSet): KeyType[] => [
  ...placeTypes(set),
  ...(widthOf(set) === 'all' ? [] : (['inet_service'] as const)),
]

/**
 * The order of look-ups: sets with more specific addresses first, then those with more specific ports, then those that
 * translate the port.
 */
export const closestFirst = (a: RuleSet, b: RuleSet): number =>
  bitsOf(b) - bitsOf(a) || rank(a) - rank(b) || Number(keepsPort(a)) - Number(keepsPort(b))

const bitsOf = (set: RuleSet): number => sourceBits(set) + destinationBits(set)
const rank = (set: RuleSet): number => ['one', 'range', 'all'].indexOf(widthOf(set))
const keepsPort = (set: RuleSet): boolean => set.kind === 'forward' && set.samePort

/** The declarations of a set of rules, by name. */
export function setsOf(set: RuleSet): [string, SetDeclaration][] {
  const value =
    set.kind === 'forward' ? ({ value: set.samePort ? 'ipv4_addr' : 'ipv4_addr . inet_service' } as const) : {}
  const interval = widthOf(set) === 'range' ? ({ interval: true } as const) : {}
  const guard = guardOf(set)
  return [
    [nameOfRuleSet(set), { keys: keyTypes(set), ...value, ...interval, rules: set }],
    ...(guard
      ? [[guard, { keys: placeTypes(set), rules: set, isGuard: true }] satisfies [string, SetDeclaration]]
      : []),
  ]
}

/** Matches packets of the rules in the set. */
export function isInRules(set: RuleSet): Expression[] {
  const guard = guardOf(set)
  return [...(guard ? [isIn(guard, ...placeKey(set))] : []), isIn(nameOfRuleSet(set), ...keyOfRuleSet(set))]
}

/** The key to look up in the set: the upper bits of the addresses, the protocol, the port. */
export const keyOfRuleSet = (set: RuleSet): Key => (widthOf(set) === 'all' ? placeKey(set) : [...placeKey(set), 'port'])

const placeKey = (set: RuleSet): Key => [
  ...upper('source', sourceBits(set)),
  ...upper('destination', destinationBits(set)),
  'protocol',
]

const upper = (field: 'source' | 'destination', bits: number): Key =>
  bits === 0 ? [] : bits === 32 ? [field] : [{ field, bits }]

/**
 * The elements of a slot. The kernel rejects overlapping elements, so overlapping ranges are merged; of two overlapping
 * forwards the earlier one has the ports.
 */
export function elementsOf({ set, key, spans }: Slot): Admission[] {
  const element = (ports: PortRange | undefined, span: Partial<RuleSpan>): Admission => ({
    map: nameOfRuleSet(set),
    key: ports ? [...key, formatPorts(ports)] : key,
    ...targetOf(span),
  })
  if (widthOf(set) !== 'range') return [element(undefined, spans[0] ?? {})]
  const guard = guardOf(set)
  if (guard) return [{ map: guard, key }, ...union(spans).map((ports) => element(ports, {}))]
  const taken: PortRange[] = []
  return spans.flatMap((span) => (span.ports ? take(span.ports, taken).map((left) => element(left, span)) : []))
}

/** The value of a forward's element. Elements of other rules have none. */
const targetOf = ({ target }: Partial<RuleSpan>): Pick<Admission, 'value'> =>
  target ? { value: [target.ip, ...(target.port === undefined ? [] : [`${target.port}`])] } : {}

/** Merges overlapping and adjacent ranges. */
function union(spans: readonly RuleSpan[]): PortRange[] {
  const merged: PortRange[] = []
  const sorted = spans.flatMap(({ ports }) => (ports ? [ports] : [])).sort((a, b) => a.first - b.first)
  for (const range of sorted) {
    const last = merged.at(-1)
    if (last && range.first <= last.last + 1)
      merged[merged.length - 1] = { first: last.first, last: Math.max(last.last, range.last) }
    else merged.push(range)
  }
  return merged
}

/** Adds a range to the sorted, disjoint `taken` ranges. Returns the parts of it that were free. */
function take({ first, last }: PortRange, taken: PortRange[]): PortRange[] {
  const start = firstThat(taken, (range) => range.last >= first)
  const end = firstThat(taken, (range) => range.first > last)
  const met = taken.slice(start, end)
  const free: PortRange[] = []
  let next = first
  for (const range of met) {
    if (next < range.first) free.push({ first: next, last: range.first - 1 })
    next = range.last + 1
  }
  if (next <= last) free.push({ first: next, last })
  const whole = { first: Math.min(first, met[0]?.first ?? first), last: Math.max(last, met.at(-1)?.last ?? last) }
  taken.splice(start, met.length, whole)
  return free
}

/** Binary search: the index of the first item for which `holds` is true, as for all later ones; else the length. */
function firstThat<T>(sorted: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
