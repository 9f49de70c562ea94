import type { RuleSet, Slot, Span, Width } from '../../compiler/rules.ts'
import { formatPorts, type PortRange } from '../../features/firewall/port.ts'
import { tagSet } from '../../features/groups/group.ts'
import { numberToIp } from '../../values/ip.ts'
import { keyText } from './listing.ts'
import type { Declaration, KeyType } from './sets.ts'

/** The kernel's name for a set of rules. */
export function nameOf(set: RuleSet): string {
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

const widthOf = (set: RuleSet): Width => ('ports' in set ? set.ports : 'all')
const sourceBits = (set: RuleSet): number => (set.kind === 'endpoint' ? 0 : set.source)
const destinationBits = (set: RuleSet): number => (set.kind === 'forward' ? 0 : set.destination)

/**
 * Ranges are looked for one by one: so it is asked first, and at once, whether there are any for these addresses. A
 * forward is looked for when a connection begins, and needs none.
 */
const guardOf = (set: RuleSet): string | undefined =>
  widthOf(set) === 'range' && set.kind !== 'forward' ? `${nameOf(set)}_at` : undefined

const placesOf = (set: RuleSet): KeyType[] => [
  ...(sourceBits(set) > 0 ? (['ipv4_addr'] as const) : []),
  ...(destinationBits(set) > 0 ? (['ipv4_addr'] as const) : []),
  'inet_proto',
]
const keysOf = (set: RuleSet): KeyType[] => [
  ...placesOf(set),
  ...(widthOf(set) === 'all' ? [] : (['inet_service'] as const)),
]

/** What a set of rules is to the kernel, by name. */
export function declarationsOf(set: RuleSet): [string, Declaration][] {
  const value =
    set.kind === 'forward' ? ({ value: set.samePort ? 'ipv4_addr' : 'ipv4_addr . inet_service' } as const) : {}
  const interval = widthOf(set) === 'range' ? ({ interval: true } as const) : {}
  const guard = guardOf(set)
  return [
    [nameOf(set), { keys: keysOf(set), ...value, ...interval }],
    ...(guard ? [[guard, { keys: placesOf(set) }] satisfies [string, Declaration]] : []),
  ]
}

/** That a packet is in the set. */
export function isIn(set: RuleSet): string {
  const guard = guardOf(set)
  return `${guard ? `${placeOf(set)} @${guard} ` : ''}${lookUp(set)} @${nameOf(set)}`
}

/** What of a packet is looked up in the set: the upper bits of its addresses, its protocol, its port. */
export const lookUp = (set: RuleSet): string => (widthOf(set) === 'all' ? placeOf(set) : `${placeOf(set)} . th dport`)

function placeOf(set: RuleSet): string {
  const parts = ['meta l4proto']
  if (destinationBits(set) > 0) parts.unshift(upper('ip daddr', destinationBits(set)))
  if (sourceBits(set) > 0) parts.unshift(upper('ip saddr', sourceBits(set)))
  return parts.join(' . ')
}

const upper = (field: string, bits: number): string =>
  bits === 32 ? field : `${field} & ${numberToIp(2 ** 32 - 2 ** (32 - bits))}`

/**
 * The elements of a slot. The kernel takes no two that overlap, so rules that do become one; of two forwards that do, the
 * one that came first has the ports.
 */
export function elementsOf({ set, key, spans }: Slot): Map<string, string> {
  const types = keysOf(set)
  const element = (ports?: PortRange): string =>
    `element ${nameOf(set)} ${keyText(ports ? [...key, formatPorts(ports)] : key, types)}`
  if (widthOf(set) !== 'range') return new Map([[element(), leadsTo(spans[0])]])
  const guard = guardOf(set)
  if (guard)
    return new Map([
      [`element ${guard} ${keyText(key, placesOf(set))}`, ''],
      ...union(spans).map((ports): [string, string] => [element(ports), '']),
    ])
  const taken: PortRange[] = []
  const elements = new Map<string, string>()
  for (const span of spans) {
    if (!span.ports) continue
    for (const left of take(span.ports, taken)) elements.set(element(left), leadsTo(span))
  }
  return elements
}

/** The value of a forward's element; other rules' have none. */
const leadsTo = ({ target }: Partial<Span> = {}): string =>
  target ? [target.ip, ...(target.port === undefined ? [] : [target.port])].join(' . ') : ''

/** Ranges as few as there can be: those that overlap or touch are one. */
function union(spans: readonly Span[]): PortRange[] {
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

/** Add a range to those that are taken, which are in order and apart; gives what of it was not. */
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

/** The place of the first for which it holds, as it does for all that follow; or the end. */
function firstThat<T>(sorted: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
