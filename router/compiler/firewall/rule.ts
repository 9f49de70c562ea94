import type { Subnet } from '../../values/subnet.ts'
import type { Reason } from '../decision.ts'

/** A chain of the ruleset. One without a hook is evaluated only by `jump` or `goto`. */
export interface Chain {
  readonly name: string
  readonly hook?: Hook
  readonly rules: readonly PacketRule[]
}

/** The hook of a base chain, and its policy: the verdict on packets that reach its end. */
export interface Hook {
  readonly type: 'filter' | 'nat' | 'route'
  readonly at: 'prerouting' | 'input' | 'forward' | 'output' | 'postrouting'
  readonly priority: number
  readonly policy: 'accept' | 'drop'
}

/** Expressions in order of evaluation. The first that does not match ends the rule. */
export type PacketRule = readonly Expression[]

export type Expression =
  /** One of the values, or with `not` none of them. */
  | { readonly kind: 'is'; readonly field: PacketField; readonly values: readonly string[]; readonly not?: true }
  | { readonly kind: 'within'; readonly field: PacketField; readonly nets: readonly Subnet[]; readonly not?: true }
  | { readonly kind: 'condition'; readonly condition: PacketCondition }
  /** The key is an element of the set. An element that has a counter counts the packet. */
  | { readonly kind: 'in'; readonly set: string; readonly key: Key }
  /** The verdict of the key's element, if it has one. */
  | { readonly kind: 'verdict of'; readonly map: string; readonly key: Key }
  | { readonly kind: 'count'; readonly comment: string }
  /** Sets the connection's mark: keeps the bits of `keep` and adds those of `add`. */
  | { readonly kind: 'connection mark'; readonly keep: number; readonly add: number }
  /** Sets the connection's mark to one of these, by the hash of its two addresses. */
  | { readonly kind: 'spread'; readonly marks: readonly number[] }
  /** Sets the packet's mark: copies the bits of `copy` from the connection's mark and adds those of `add`. */
  | { readonly kind: 'packet mark'; readonly copy: number; readonly add: number }
  /** `rule` is the table and the key of the rule that translates. */
  | { readonly kind: 'translate'; readonly to: string; readonly port?: number; readonly rule?: string }
  | { readonly kind: 'translate by'; readonly map: string; readonly key: Key }
  /** More new connections per second than `rate` for one value of the field. */
  | { readonly kind: 'over rate'; readonly set: string; readonly field: PacketField; readonly rate: Rate }
  /** Adds the value of the field to the set, or renews its timeout. Ends the rule if the set is full. */
  | { readonly kind: 'remember'; readonly set: string; readonly field: PacketField }
  /** More bytes per second for one value of the field. */
  | {
      readonly kind: 'over byte rate'
      readonly set: string
      readonly field: PacketField
      readonly bytesPerSecond: number
      readonly burst: number
    }
  /** More packets per second than `rate`. */
  | { readonly kind: 'over total rate'; readonly rate: Rate }
  /** Sends the first bytes of the packet to the program that reads this NFLOG group. `what` is at the front of the entry. */
  | { readonly kind: 'log'; readonly what: string; readonly group: number; readonly bytes: number }
  /** More open connections than `most` for one value of the field, which is then added to the set `full`. */
  | {
      readonly kind: 'over count'
      readonly set: string
      readonly full: string
      readonly field: PacketField
      readonly most: number
    }
  | { readonly kind: 'timeout'; readonly policy: string }
  | { readonly kind: 'jump' | 'goto'; readonly chain: string }
  | { readonly kind: 'reject'; readonly answer: 'TCP reset' | 'ICMP prohibited' }
  | { readonly kind: 'accept' | 'drop' | 'return' | 'masquerade' | 'untracked' | 'clamp segments' }
  /** Limits the segment size of a SYN to this many bytes. */
  | { readonly kind: 'clamp segments to'; readonly bytes: number }
  /** The reason that `/explain` returns. Not part of the kernel's rule. */
  | { readonly kind: 'because'; readonly reason: Reason }

export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

/** A field of a packet, or of its connection, to compare or look up. */
export type PacketField =
  | 'source'
  | 'destination'
  | 'input link'
  | 'output link'
  | 'source MAC'
  | 'protocol'
  /** The destination port of TCP or UDP; below, of one of them only. */
  | 'port'
  | 'TCP port'
  | 'UDP port'
  | 'TCP source port'
  | 'UDP source port'
  /** The connection's opener, and its responder. */
  | 'opener'
  | 'responder'

/** Fields that are looked up together. With `bits`, only the upper bits of an address. */
export type Key = readonly (PacketField | { readonly field: PacketField; readonly bits: number })[]

export type PacketCondition =
  | 'new'
  | 'new or established'
  | 'established'
  | 'related'
  | 'invalid'
  /** Of an admitted connection: the kernel confirms only entries of packets that were not dropped. Includes ICMP errors about it. */
  | 'confirmed'
  /** The same after TCP's handshake, or two seconds of UDP in both directions: nearly all packets. */
  | 'assured'
  | 'translated'
  /** Bits of the connection's mark. */
  | 'inbound'
  | 'hairpin'
  | 'proxied'
  | 'redirected'
  | 'bound to an uplink'
  /** Received on an uplink: a bit of the packet's mark. */
  | 'from an uplink'
  /** Has to leave through a tunnel: bits of the packet's mark. */
  | 'for an exit'
  | 'not IPv4'
  /** Part of a packet that is not reassembled yet. */
  | 'fragment'
  | 'ACK without SYN'
  | 'no TCP reset'
  | 'ICMP echo request'
  | 'ICMP error'
  /** Forwarded, and not sent by the router itself. */
  | 'source not local'

/** Bits of a connection's mark: its uplink, and how its destination was translated. */
export const MARK = {
  uplink: 0xff,
  /** Sent to an uplink's address by a household device. */
  hairpin: 0x100,
  /** Received on an uplink. */
  inbound: 0x200,
  /** Sent to the internet by a household device, and translated to a plugin. */
  proxied: 0x400,
  /** Sent to the internet by a household device, and translated to the address of a rule. */
  redirected: 0x800,
} as const

/** All bits of a mark. */
export const ALL_BITS = 0xffffffff

/**
 * The bit of a packet's mark that the chain `arrival` sets. Packets without it are neither routed nor accepted
 * (`drivers/links/wanted.ts`), so that nothing passes if the ruleset is missing.
 */
export const ARRIVED = 0x400

/** The bit that it also sets for packets from an uplink: comparing it takes half the instructions of comparing the link's name. */
export const FROM_UPLINK = 0x800

/** The bits with the number of the exit that a packet has to leave by. */
export const EXIT = 0x1f000
export const exitMark = (number: number): number => number << 12

type Part = Expression | readonly Expression[]

/** Builds a rule from expressions and groups of them. */
export const rule = (...parts: readonly Part[]): PacketRule => parts.flat()

export const is = (field: PacketField, ...values: readonly (string | number)[]): Expression => ({
  kind: 'is',
  field,
  values: values.map(String),
})
export const isNot = (field: PacketField, ...values: readonly string[]): Expression => ({
  kind: 'is',
  field,
  values,
  not: true,
})
export const within = (field: PacketField, nets: readonly Subnet[]): Expression => ({ kind: 'within', field, nets })
export const notWithin = (field: PacketField, nets: readonly Subnet[]): Expression => ({
  kind: 'within',
  field,
  nets,
  not: true,
})
export const when = (...conditions: readonly PacketCondition[]): Expression[] =>
  conditions.map((condition) => ({ kind: 'condition', condition }))
export const isIn = (set: string, ...key: Key): Expression => ({ kind: 'in', set, key })
export const verdictOf = (map: string, ...key: Key): Expression => ({ kind: 'verdict of', map, key })
export const because = (kind: Reason['kind'], name: Reason['name']): Expression => ({
  kind: 'because',
  reason: { kind, name },
})
export const jump = (chain: string): Expression => ({ kind: 'jump', chain })
export const goto = (chain: string): Expression => ({ kind: 'goto', chain })

export const ACCEPT: Expression = { kind: 'accept' }
export const DROP: Expression = { kind: 'drop' }
export const RETURN: Expression = { kind: 'return' }

/** Where packets are dropped: the counter, and the topic of the event (`log.ts`). */
export type Drop =
  | 'spoof'
  | 'mac'
  | 'local'
  | 'input'
  | 'forward'
  | 'private'
  | 'block'
  | 'geo'
  | 'pfw'
  | 'limit'
  | 'fragment'
  | 'output'

/** Counts and logs the packet and drops it without a reply. */
export const drop = (what: Exclude<Drop, 'private'>): Expression[] => [
  { kind: 'count', comment: `drop:${what}` },
  goto(`drop_${what}`),
]

/** Counts and logs the packet and rejects it with a reply. */
export const refuse = (what: 'input' | 'forward' | 'private' | 'block' | 'geo' | 'pfw'): Expression[] => [
  { kind: 'count', comment: `drop:${what}` },
  goto(`refuse_${what}`),
]

/** The address and link of a device, as the sender or the receiver. */
export const SENDER = ['source', 'input link'] as const satisfies Key
export const RECEIVER = ['destination', 'output link'] as const satisfies Key
