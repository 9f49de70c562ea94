import type { BlockedNetworks } from '../../model/firewall/geoblock/networks.ts'
import { tagSet } from '../../model/home/groups/group.ts'
import type { RuleSet } from '../configrules.ts'
import type { Reason } from '../decision.ts'

/** A set, or with `value` a map, that members and rules fill; `verdict` is that of the elements of a verdict map. */
export interface SetDeclaration {
  readonly keys: readonly KeyType[]
  readonly value?: 'verdict' | 'ipv4_addr' | 'ipv4_addr . inet_service'
  readonly verdict?: ElementVerdict
  readonly counter?: true
  /** Maximum number of elements. The kernel then uses a hash table of fixed size, whose look-ups take fewer instructions. */
  readonly size?: number
  /** Keys may be ranges. */
  readonly interval?: true
  /** Packets that match a rule add elements, at most `size`. These are no items of the driver. */
  readonly dynamic?: Dynamic
  /** The reason for packets that match an element. Rules have their own reasons. */
  readonly because?: Reason
  /** The rules whose elements the set contains. */
  readonly rules?: RuleSet
  readonly isGuard?: true
  /** All elements of a set of networks, and where they come from. They are written and compared as a whole. */
  readonly networks?: Pick<BlockedNetworks, 'all'> & Partial<BlockedNetworks>
}

export type ElementVerdict = { readonly kind: 'accept' | 'return' } | { readonly kind: 'jump'; readonly chain: string }

export interface Dynamic {
  readonly size: number
  readonly timeoutSeconds?: number | undefined
}

export type KeyType = 'ipv4_addr' | 'ifname' | 'ether_addr' | 'inet_proto' | 'inet_service'

/** A device at its address on its link. */
export const HERE: readonly KeyType[] = ['ipv4_addr', 'ifname']

/** The chain that decides whether the receiver is an endpoint with a tag. */
export const tagChain = (tag: string): string => `${tagSet(tag)}_endpoints`
