import type { Custom, Frame } from '../../compiler/network.ts'
import { formatSubnet, type Subnet } from '../../values/subnet.ts'

/** A chain: how it is declared, and its rules in order. */
export interface Chain {
  readonly name: string
  /** `filter hook forward priority filter; policy drop`; absent for a chain that others lead to. */
  readonly hook?: string
  readonly rules: readonly string[]
}

/** Bits of a connection's mark: the uplink it belongs to, and how it came to be led somewhere else. */
export const MARK = {
  uplink: 0xff,
  /** Asked for at an uplink's address by a household device. */
  hairpin: 0x100,
  /** Came in over an uplink. */
  inbound: 0x200,
} as const

/**
 * A packet of a connection that was admitted: what is dropped on its way never gets an entry that is confirmed. Connections
 * that no rule admits any more have been cut (`pass/connections.ts`). ICMP errors about such a connection match too.
 */
export const ADMITTED = 'ct status confirmed'
/** The same once TCP's handshake is done, or UDP has gone both ways for two seconds: nearly all packets. */
export const ASSURED = 'ct status assured'

/**
 * The bit of a packet's mark that the chain `arrival` sets. A packet without it is neither routed nor accepted
 * (`drivers/links/guard.ts`): without our rules everything is closed.
 */
export const ARRIVED = 0x400

export const setOf = (nets: readonly Subnet[]): string => `{ ${nets.map(formatSubnet).join(', ')} }`

export const fromUplinks = ({ uplinks }: Frame, target: string): string[] =>
  uplinks.map(({ link }) => `iifname "${link}" ${target}`)
export const toUplinks = ({ uplinks }: Frame, target: string): string[] =>
  uplinks.map(({ link }) => `oifname "${link}" ${target}`)

/** A packet from, or to, what is behind another link. */
export const from = ({ link, net }: Custom): string => `iifname "${link}" ip saddr ${formatSubnet(net)}`
export const to = ({ link, net }: Custom): string => `oifname "${link}" ip daddr ${formatSubnet(net)}`
