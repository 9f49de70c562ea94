import { sourceOf } from '../../model/firewall/geoblock/networks.ts'
import { hasAddress } from '../../values/addressset.ts'
import { type Ip, ipToNumber, numberToIp } from '../../values/ip.ts'
import { type RuleSet, slotName } from '../configrules.ts'
import type { Reason } from '../decision.ts'
import { FIELD_READERS, type Walk } from './packet.ts'
import type { Key } from './rule.ts'
import { rulesetOf } from './ruleset.ts'
import type { SetDeclaration } from './set.ts'

export interface LookupResult {
  readonly by?: Reason | undefined
  readonly value?: readonly string[]
}

/** Looks up an element of a member or of the owner's rules. */
export function findElement(set: string, key: Key, walk: Walk): LookupResult | undefined {
  const declared = rulesetOf(walk.network.frame).sets.get(set)
  const values: string[] = []
  for (const part of key) {
    const value = FIELD_READERS[typeof part === 'string' ? part : part.field](walk)
    if (value === undefined) return undefined
    values.push(typeof part === 'string' ? value : upperBits(value, part.bits))
  }
  if (!declared || declared.dynamic) return undefined
  if (declared.networks) return findNetwork(declared.networks, ipToNumber(values[0]!))
  if (declared.rules) return findRule(declared.rules, values, walk, declared.isGuard ?? false)
  const member = walk.memberAt(values[0] ?? '')
  const element = member?.admissions.find((one) => one.map === set && one.key.every((part, i) => part === values[i]))
  return element && { by: declared.because, ...(element.value && { value: element.value }) }
}

/** An address in a set of networks, with the country, network or list of the geo block that it belongs to. */
function findNetwork(
  { all, sources = [] }: NonNullable<SetDeclaration['networks']>,
  address: number,
): LookupResult | undefined {
  if (!hasAddress(all, address)) return undefined
  const source = sourceOf({ sources }, address)
  return source ? { by: { kind: 'rule', name: `geoBlock ${source.Type} ${source.Key}` } } : {}
}

/** The first rule in the slot of the packet that matches it. */
function findRule(set: RuleSet, values: readonly string[], walk: Walk, isGuard: boolean): LookupResult | undefined {
  const isRange = 'ports' in set && set.ports === 'range'
  const slot = walk.network.slots.get(slotName(set, isRange && !isGuard ? values.slice(0, -1) : values))
  if (isGuard) return slot && {}
  const port = walk.packet.port ?? 0
  const span = slot?.spans.find(({ ports }) => !ports || (port >= ports.first && port <= ports.last))
  if (!span) return undefined
  const { target } = span
  return {
    by: { kind: 'rule', name: span.rule },
    ...(target && { value: [target.ip, ...(target.port === undefined ? [] : [String(target.port)])] }),
  }
}

const upperBits = (ip: Ip, bits: number): string =>
  numberToIp(Math.floor(ipToNumber(ip) / 2 ** (32 - bits)) * 2 ** (32 - bits))
