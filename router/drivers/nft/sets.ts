import type { Frame } from '../../compiler/network.ts'
import { groupMaps, tagSet } from '../../features/groups/group.ts'
import { limitDeclarations } from './limits.ts'
import { declarationsOf } from './rules.ts'

/** A set, or with `value` a map, that members and rules fill; `verdict` is what the elements of a verdict map carry. */
export interface Declaration {
  readonly keys: readonly KeyType[]
  readonly value?: 'verdict' | 'ipv4_addr' | 'ipv4_addr . inet_service'
  readonly verdict?: string
  readonly counter?: true
  /** Keys may be ranges. */
  readonly interval?: true
  /** Elements are added by packets that come to a rule, at most `size`; they are no items of the driver. */
  readonly dynamic?: Dynamic
}
export interface Dynamic {
  readonly size: number
  readonly timeoutSeconds?: number | undefined
}
export type KeyType = 'ipv4_addr' | 'ifname' | 'ether_addr' | 'inet_proto' | 'inet_service'

const HERE: readonly KeyType[] = ['ipv4_addr', 'ifname']
const door: Declaration = { keys: HERE, value: 'verdict', verdict: 'accept' }
const counters: Declaration = { keys: ['ipv4_addr'], counter: true }

/** The sets and maps that members and rules fill, by name. */
export function declarations(frame: Frame): Map<string, Declaration> {
  const all = new Map<string, Declaration>([
    ['ethernet_filter', { ...door, keys: ['ipv4_addr', 'ifname', 'ether_addr'], verdict: 'return' }],
    ['dhcp_access', { ...door, keys: ['ifname', 'ether_addr'] }],
    ['dns_access', door],
    ['internet_access', door],
    ['lan_access', door],
    ['upstream_private_rfc1918_allowed', { ...door, verdict: 'return' }],
    ['api_block', { keys: HERE }],
    ['quarantine', { keys: HERE }],
    ['itself', { keys: ['ipv4_addr', 'ipv4_addr'] }],
    ['dns_custom', { keys: ['ipv4_addr'], value: 'ipv4_addr' }],
    ['incoming_traffic_lan', counters],
    ['outgoing_traffic_lan', counters],
    ['incoming_traffic_wan', counters],
    ['outgoing_traffic_wan', counters],
    ...limitDeclarations(),
  ])
  for (const { name } of frame.groups) {
    const maps = groupMaps(name)
    all.set(maps.destination, door)
    all.set(maps.source, { ...door, verdict: `jump ${groupChain(name)}` })
  }
  for (const tag of frame.tags) all.set(tagSet(tag), { keys: HERE })
  for (const set of frame.ruleSets) for (const [name, declaration] of declarationsOf(set)) all.set(name, declaration)
  return all
}

/** The chain that asks whether the other end is in the same group. */
export const groupChain = (name: string): string => groupMaps(name).destination.replace(/_dst_access$/, '_members')

/** The chain that asks whether the other end is an endpoint with a tag. */
export const tagChain = (tag: string): string => `${tagSet(tag)}_endpoints`
