import { Refused } from '../../errors.ts'
import { verbatim } from '../../phrases/phrase.ts'
import type { Ip } from '../../values/ip.ts'
import type { Addition } from '../../wire/nft-additions.ts'
import type { Counter } from '../../wire/nft-counters.ts'
import type { ElementChange } from '../../wire/nft-elements.ts'
import type { NftObject, OpenedTable, TableTexts } from '../machine.ts'

interface FakeSet {
  readonly map: boolean
  readonly keys: readonly string[]
  readonly value: string | undefined
  readonly counter: boolean
  readonly interval: boolean
  readonly size: number | undefined
  readonly timeout: number | undefined
  readonly elements: Map<string, string>
}

interface FakeChain {
  readonly base: string
  readonly rules: string[]
}

interface FakeTable {
  isDormant: boolean
  readonly timeouts: Map<string, unknown>
  readonly sets: Map<string, FakeSet>
  readonly chains: Map<string, FakeChain>
}

/**
 * The part of nftables that the router uses: one command per line, as one transaction. Rejects what the kernel rejects:
 * references to missing objects, deletion of objects in use, and another object of an existing name.
 */
export function fakeNft() {
  let tables = new Map<string, FakeTable>()
  const watchers = new Map<(undone: readonly Addition[]) => void, string>()
  const run = async (commands: string): Promise<void> => {
    const next = structuredClone(tables)
    for (const line of commands.split('\n')) if (line.trim()) execute(next, line.trim())
    for (const table of next.values()) demandReferences(table)
    tables = next
  }
  return {
    run,
    replaceTable: (name: string, { replace }: TableTexts): Promise<void> => run(replace(`inet ${name}`)),
    owns: () => false,
    /** Every program may change it. */
    async openTable(name: string): Promise<OpenedTable> {
      if (tables.has(`inet ${name}`)) return 'kept'
      await run(`add table inet ${name}`)
      return 'new'
    },
    async removeTable(name: string): Promise<void> {
      if (tables.has(`inet ${name}`)) await run(`delete table inet ${name}`)
    },
    changeElements: (table: string, changes: readonly ElementChange[]): Promise<void> =>
      run(
        changes
          .map(({ present, set, key, value }) =>
            [present ? 'add' : 'delete', `element inet ${table} ${set} { ${key}${value && ` : ${value}`} }`].join(' '),
          )
          .join('\n'),
      ),
    /** The program `nft` with one command as its argument. Calls the watchers of the tables that it changes. */
    async program(command: string): Promise<void> {
      const before = tables
      await run(command)
      const isChanged = (table: string): boolean =>
        JSON.stringify(plain(before.get(table))) !== JSON.stringify(plain(tables.get(table)))
      for (const [changed, name] of watchers) if (isChanged(`inet ${name}`)) changed([])
    },
    watchTable(name: string, changed: (undone: readonly Addition[]) => void): Disposable {
      watchers.set(changed, name)
      return { [Symbol.dispose]: () => void watchers.delete(changed) }
    },
    /** Every counter is 0, since there are no packets. */
    async counters(name: string, set: string): Promise<ReadonlyMap<Ip, Counter>> {
      const found = tables.get(`inet ${name}`)?.sets.get(set) ?? refuse('No such file or directory')
      return new Map([...found.elements.keys()].map((ip) => [ip, { packets: 0, bytes: 0 }]))
    },
    /** Nothing is counted, so no last value is reported. */
    watchCounters: () => ({ drain: () => undefined, [Symbol.dispose]: () => undefined }),
    async list(what: NftObject, detail: 'all' | 'terse' = 'all'): Promise<unknown> {
      if (what === 'tables') {
        const heads = [...tables.keys()].map((key) => key.split(' '))
        return { nftables: [{ metainfo: {} }, ...heads.map(([family, name]) => ({ table: { family, name } }))] }
      }
      const { family, table: tableName, map } = what
      const table = tables.get(`${family} ${tableName}`) ?? refuse('No such file or directory')
      const head = { family, table: tableName }
      if (map !== undefined) {
        const one = table.sets.get(map) ?? refuse('No such file or directory')
        return { nftables: [{ metainfo: {} }, setJson(head, map, one, detail)] }
      }
      return {
        nftables: [
          { metainfo: {} },
          { table: { family, name: tableName, ...(table.isDormant && { flags: 'dormant' }) } },
          ...[...table.timeouts].map(([name, policy]) => ({
            'ct timeout': { family, name, table: tableName, ...(policy as object) },
          })),
          ...[...table.sets].map(([name, one]) => setJson(head, name, one, detail)),
          ...[...table.chains].flatMap(([name, { base, rules }]) => [
            { chain: { ...head, name, ...hookJson(base) } },
            ...rules.map((rule) => ({ rule: { ...head, chain: name, expr: [rule] } })),
          ]),
        ],
      }
    },
  }
}

/** A table as a JSON value. */
const plain = (table: FakeTable | undefined): unknown =>
  table && [
    table.isDormant,
    [...table.timeouts],
    [...table.sets].map(([name, set]) => [name, { ...set, elements: [...set.elements] }]),
    [...table.chains],
  ]

function execute(tables: Map<string, FakeTable>, line: string): void {
  if (line === 'flush ruleset') {
    tables.clear()
    return
  }
  const [, owner = '', policyName, policy = ''] = /^add ct timeout (\S+ \S+) (\S+) (\{.*\})$/.exec(line) ?? []
  if (policyName !== undefined) {
    const { timeouts } = tables.get(owner) ?? refuse('No such file or directory')
    if (!timeouts.has(policyName)) timeouts.set(policyName, parseTimeout(policy))
    return
  }
  const [, verb, kind = '', table = '', rest = ''] =
    /^(add|insert|delete|flush) (\S+) (\S+ \S+) ?(.*)$/.exec(line) ?? refuse(`syntax error: ${line}`)
  if (kind === 'table') {
    if (verb === 'delete') tables.delete(table) || refuse('No such file or directory')
    else if (!tables.has(table))
      tables.set(table, {
        isDormant: false,
        timeouts: new Map(),
        sets: new Map(),
        chains: new Map(),
      })
    const found = tables.get(table)
    if (found) found.isDormant = rest === '{ flags dormant; }'
    return
  }
  const { sets, chains } = tables.get(table) ?? refuse('No such file or directory')
  const [, name = '', detail = ''] = /^(\S+) ?(.*)$/.exec(rest) ?? []
  switch (`${verb} ${kind}`) {
    case 'add set':
    case 'add map':
      if (!sets.has(name)) sets.set(name, parseSet(kind, detail))
      return
    case 'delete set':
    case 'delete map':
      if (!sets.delete(name)) refuse('No such file or directory')
      return
    case 'flush set':
      ;(sets.get(name) ?? refuse('No such file or directory')).elements.clear()
      return
    case 'add chain':
      if (!chains.has(name)) chains.set(name, { base: detail, rules: [] })
      else if (detail !== '' && hookOf(chains.get(name)!.base) !== hookOf(detail)) refuse('Operation not supported')
      return
    case 'flush chain':
      ;(chains.get(name) ?? refuse('No such file or directory')).rules.length = 0
      return
    case 'delete chain':
      if (!chains.delete(name)) refuse('No such file or directory')
      return
    case 'add rule':
      ;(chains.get(name) ?? refuse('No such file or directory')).rules.push(detail)
      return
    case 'insert rule':
      ;(chains.get(name) ?? refuse('No such file or directory')).rules.unshift(detail)
      return
    case 'add element':
      for (const [key, value] of parseElements(detail)) addElement(sets.get(name), key, value)
      return
    case 'delete element':
      for (const [key] of parseElements(detail))
        if (!sets.get(name)?.elements.delete(key)) refuse('No such file or directory')
      return
    default:
      refuse(`syntax error: ${line}`)
  }
}

const HOOK = /^\{ type (\w+) hook (\w+) priority (-?\d+); policy (\w+); \}$/
const hookOf = (base: string): string => HOOK.exec(base)?.slice(1, 4).join(' ') ?? ''

function hookJson(base: string): object {
  const [, type, hook, prio, policy] = HOOK.exec(base) ?? []
  return type === undefined ? {} : { type, hook, prio: Number(prio), policy }
}

function parseTimeout(text: string): unknown {
  const [, protocol, l3proto, states = ''] =
    /^\{ protocol (\w+); l3proto (\w+); policy = \{ (.*) \}; \}$/.exec(text) ?? refuse(`syntax error: ${text}`)
  const policy = Object.fromEntries(
    states.split(', ').map((state) => {
      const [name, seconds] = state.split(' : ')
      return [name, Number(seconds)]
    }),
  )
  return { protocol, l3proto, policy }
}

function addElement(set: FakeSet | undefined, key: string, value: string): void {
  const { keys, elements, value: type, interval } = set ?? refuse('No such file or directory')
  const parts = key.split(' . ')
  const isKey = key === '*' || (parts.length === keys.length && parts.every((part, i) => fits(part, keys[i]!)))
  if (!isKey) refuse(`not a key: ${key}`)
  if ((type === undefined) !== (value === '') || (type !== undefined && type !== 'verdict' && !allFit(value, type)))
    refuse(`not a value: ${value}`)
  if ((elements.get(key) ?? value) !== value) refuse('File exists')
  if (interval && [...elements.keys()].some((other) => other !== key && overlap(other, key)))
    refuse('interval overlaps with an existing one')
  elements.set(key, value)
}

const SHAPES: Readonly<Record<string, RegExp>> = {
  ipv4_addr: /^\d+(\.\d+){3}(-\d+(\.\d+){3})?$/,
  ifname: /^"[^" ]{1,15}"$/,
  ether_addr: /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/,
  inet_proto: /^(tcp|udp)$/,
  inet_service: /^\d{1,5}(-\d{1,5})?$/,
}
const fits = (text: string, type: string): boolean => SHAPES[type]?.test(text) ?? false
const allFit = (text: string, types: string): boolean => {
  const parts = text.split(' . ')
  return types.split(' . ').every((type, i) => fits(parts[i] ?? '', type))
}

/** Whether two keys differ only in their last part, a port or a port range, and these overlap. */
function overlap(one: string, other: string): boolean {
  const split = (key: string): [string, number, number] => {
    const at = key.lastIndexOf(' ')
    const [first, last = first] = key.slice(at + 1).split('-')
    return [key.slice(0, at), Number(first), Number(last)]
  }
  const [[a, aFirst, aLast], [b, bFirst, bLast]] = [split(one), split(other)]
  return a === b && aFirst <= bLast && bFirst <= aLast
}

function parseSet(kind: string, detail: string): FakeSet {
  const [, keys = '', value, most, interval, counter, size = most, timeout] =
    /^\{ type ([a-z0-9_ .]+?)(?: : ([a-z0-9_ .]+?))?;(?: size (\d+);)?( flags interval;)?( counter;)?(?: flags dynamic(?:,timeout)?; size (\d+);(?: timeout (\d+)s;)?)? \}$/.exec(
      detail,
    ) ?? refuse(`syntax error: ${detail}`)
  return {
    map: kind === 'map',
    keys: keys.split(' . '),
    value,
    interval: interval !== undefined,
    counter: counter !== undefined,
    size: size === undefined ? undefined : Number(size),
    timeout: timeout === undefined ? undefined : Number(timeout),
    elements: new Map(),
  }
}

const parseElements = (detail: string): [string, string][] =>
  detail
    .replace(/^\{ | \}$/g, '')
    .split(', ')
    .map((element) => {
      const [key = '', value = ''] = element.split(' : ')
      return [key, value]
    })

/** Throws if a rule or an element refers to a missing set or chain. */
function demandReferences({ sets, chains }: FakeTable): void {
  const targets = (text: string): string[] => [...text.matchAll(/\b(?:jump|goto) (\S+)/g)].map(([, target]) => target!)
  const rules = [...chains.values()].flatMap((chain) => chain.rules)
  for (const rule of rules) {
    for (const [, set = ''] of rule.matchAll(/@(\S+)/g)) if (!sets.has(set)) refuse('Device or resource busy')
    for (const target of targets(rule)) if (!chains.has(target)) refuse('Device or resource busy')
  }
  for (const { elements } of sets.values())
    for (const value of elements.values())
      for (const target of targets(value)) if (!chains.has(target)) refuse('Device or resource busy')
}

function setJson(head: object, name: string, set: FakeSet, detail: 'all' | 'terse'): unknown {
  const type = set.keys.length === 1 ? set.keys[0] : set.keys
  const elem = [...set.elements].map(([key, value]) => {
    const parts = key.split(' . ').map(partJson)
    const plain = parts.length === 1 ? parts[0] : { concat: parts }
    const counted = set.counter ? { elem: { val: plain, counter: { packets: 0, bytes: 0 } } } : plain
    if (value === '') return counted
    if (set.value?.includes(' . ')) return [counted, { concat: value.split(' . ').map(partJson) }]
    const [verb = '', target] = value.split(' ')
    return [counted, set.value === 'verdict' ? { [verb]: target ? { target } : null } : value]
  })
  const body = {
    ...head,
    name,
    type,
    ...(set.value ? { map: set.value } : {}),
    ...(set.interval ? { flags: ['interval'] } : {}),
    ...(set.size === undefined ? {} : { size: set.size }),
    ...(set.timeout === undefined ? {} : { flags: ['timeout'], timeout: set.timeout }),
    ...(set.counter ? { stmt: [{ counter: null }] } : {}),
    ...(detail === 'all' && elem.length > 0 ? { elem } : {}),
  }
  return set.map ? { map: body } : { set: body }
}

/** Part of a key as nftables lists it: ports are numbers, port ranges objects. */
function partJson(part: string): unknown {
  if (/^[\d.]+-[\d.]+$/.test(part) && part.includes('.')) return { range: part.split('-') }
  const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
  if (first === undefined) return part.replaceAll('"', '')
  return last === undefined ? Number(first) : { range: [Number(first), Number(last)] }
}

function refuse(reason: string): never {
  throw new Refused(verbatim(reason))
}
