import type { Subnet } from '../../values/subnet.ts'
import type { Reason } from '../decision.ts'

/** A chain of the ruleset. One without a hook is run only where a rule of another chain leads to it. */
export interface Chain {
  readonly name: string
  readonly hook?: Hook
  readonly rules: readonly Rule[]
}

/** Where the kernel runs a base chain, and its verdict on packets that reach the end of it. */
export interface Hook {
  readonly type: 'filter' | 'nat' | 'route'
  readonly at: 'prerouting' | 'input' | 'forward' | 'output' | 'postrouting'
  readonly priority: number
  readonly policy: 'accept' | 'drop'
}

/** The kernel's priorities: of the chains at a hook, lower ones run first. */
export const PRIORITY = {
  /** Fragments are reassembled at -400. */
  beforeFragments: -450,
  raw: -300,
  mangle: -150,
  dstnat: -100,
  filter: 0,
  srcnat: 100,
} as const

/** Expressions in the order in which they are evaluated: the first that does not match ends the rule. */
export type Rule = readonly Expression[]

export type Expression =
  /** One of the values, or with `not` none of them. */
  | { readonly kind: 'is'; readonly field: Field; readonly values: readonly string[]; readonly not?: true }
  | { readonly kind: 'within'; readonly field: Field; readonly nets: readonly Subnet[]; readonly not?: true }
  | { readonly kind: 'condition'; readonly condition: Condition }
  /** The key is an element of the set. An element that has a counter counts the packet. */
  | { readonly kind: 'in'; readonly set: string; readonly key: Key }
  /** The verdict of the key's element, if it has one. */
  | { readonly kind: 'verdict of'; readonly map: string; readonly key: Key }
  | { readonly kind: 'count'; readonly comment: string }
  /** Of the connection's mark, keep these bits and add those. */
  | { readonly kind: 'connection mark'; readonly keep: number; readonly add: number }
  /** The connection's mark for one of these uplinks, by its two addresses. */
  | { readonly kind: 'spread'; readonly marks: readonly number[] }
  /** Of the connection's mark, copy these bits to the packet's and add those. */
  | { readonly kind: 'packet mark'; readonly copy: number; readonly add: number }
  | { readonly kind: 'translate'; readonly to: string }
  | { readonly kind: 'translate by'; readonly map: string; readonly key: Key }
  /** More than so many new connections for one value of the field. */
  | { readonly kind: 'over rate'; readonly set: string; readonly field: Field; readonly rate: Rate }
  /** More than so many open connections for one value of the field, which is then added to the set `full`. */
  | {
      readonly kind: 'over count'
      readonly set: string
      readonly full: string
      readonly field: Field
      readonly most: number
    }
  | { readonly kind: 'timeout'; readonly policy: string }
  | { readonly kind: 'jump' | 'goto'; readonly chain: string }
  | { readonly kind: 'reject'; readonly answer: 'TCP reset' | 'ICMP prohibited' }
  | { readonly kind: 'accept' | 'drop' | 'return' | 'masquerade' | 'untracked' | 'clamp segments' }
  /** Why, for people. The kernel is not given it. */
  | { readonly kind: 'because'; readonly reason: Reason }

export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** What of a packet, or of its connection, can be compared and looked up. */
export type Field =
  | 'source'
  | 'destination'
  | 'input link'
  | 'output link'
  | 'source MAC'
  | 'protocol'
  /** Of TCP or UDP, and of one of them alone. */
  | 'port'
  | 'TCP port'
  | 'UDP port'
  | 'TCP source port'
  | 'UDP source port'
  /** The connection's opener, and whoever answers it. */
  | 'opener'
  | 'responder'

/** Fields that are looked up together; of an address only the upper bits where a number of them is given. */
export type Key = readonly (Field | { readonly field: Field; readonly bits: number })[]

export type Condition =
  | 'new'
  | 'new or established'
  | 'established'
  | 'related'
  | 'invalid'
  /** A connection that was admitted: what is dropped on its way never gets an entry that is confirmed. ICMP errors about such a connection match too. */
  | 'confirmed'
  /** The same once TCP's handshake is done, or UDP has gone both ways for two seconds: nearly all packets. */
  | 'assured'
  | 'translated'
  /** Bits of the connection's mark. */
  | 'inbound'
  | 'hairpin'
  | 'bound to an uplink'
  /** Received on an uplink: a bit of the packet's mark. */
  | 'from an uplink'
  | 'not IPv4'
  | 'ACK without SYN'
  | 'no TCP reset'
  | 'ICMP echo request'
  | 'ICMP error'
  /** Forwarded, and not sent by the router itself. */
  | 'source not local'

/** Bits of a connection's mark: the uplink it belongs to, and how its destination was changed. */
export const MARK = {
  uplink: 0xff,
  /** Sent to an uplink's address by a household device. */
  hairpin: 0x100,
  /** Received on an uplink. */
  inbound: 0x200,
} as const

/** All bits of a mark. */
export const ALL_BITS = 0xffffffff

/**
 * The bit of a packet's mark that the chain `arrival` sets. A packet without it is neither routed nor accepted
 * (`drivers/links/guard.ts`): without our rules everything is closed.
 */
export const ARRIVED = 0x400

/** The bit that it sets as well for packets from an uplink: to compare it takes half the instructions of the link's name. */
export const FROM_UPLINK = 0x800

type Part = Expression | readonly Expression[]

/** A rule out of expressions and of groups of them that belong together. */
export const rule = (...parts: readonly Part[]): Rule => parts.flat()

export const is = (field: Field, ...values: readonly (string | number)[]): Expression => ({
  kind: 'is',
  field,
  values: values.map(String),
})
export const isNot = (field: Field, ...values: readonly string[]): Expression => ({
  kind: 'is',
  field,
  values,
  not: true,
})
export const within = (field: Field, nets: readonly Subnet[]): Expression => ({ kind: 'within', field, nets })
export const notWithin = (field: Field, nets: readonly Subnet[]): Expression => ({
  kind: 'within',
  field,
  nets,
  not: true,
})
export const when = (...conditions: readonly Condition[]): Expression[] =>
  conditions.map((condition) => ({ kind: 'condition', condition }))
export const isIn = (set: string, ...key: Key): Expression => ({ kind: 'in', set, key })
export const verdictOf = (map: string, ...key: Key): Expression => ({ kind: 'verdict of', map, key })
export const because = (kind: Reason['kind'], name: string): Expression => ({ kind: 'because', reason: { kind, name } })
export const jump = (chain: string): Expression => ({ kind: 'jump', chain })
export const goto = (chain: string): Expression => ({ kind: 'goto', chain })

export const ACCEPT: Expression = { kind: 'accept' }
export const DROP: Expression = { kind: 'drop' }
export const RETURN: Expression = { kind: 'return' }

/** What the counters of dropped packets are for. */
export type Drop = 'spoof' | 'mac' | 'local' | 'input' | 'forward' | 'private' | 'block' | 'limit'

/** Counted, and dropped without an answer. */
export const drop = (what: Drop): Expression[] => [{ kind: 'count', comment: `drop:${what}` }, DROP]

/** Counted, and rejected with an answer. */
export const refuse = (what: Drop): Expression[] => [{ kind: 'count', comment: `drop:${what}` }, goto('refuse')]

/** Where a device is: its address and the link it is connected to; as the sender, and as the receiver. */
export const SENDER = ['source', 'input link'] as const satisfies Key
export const RECEIVER = ['destination', 'output link'] as const satisfies Key
