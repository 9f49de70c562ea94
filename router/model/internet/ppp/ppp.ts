import { z } from 'zod'
import { vlanName } from '../links/interface.ts'

/** The payload of an Ethernet frame less the headers of PPPoE and PPP: RFC 2516 7. */
export const PPPOE_MTU = 1492
/** The headers of PPPoE and PPP. */
export const PPPOE_OVERHEAD = 8

/** The settings of a PPPoE session, as clients send them. */
export const Ppp = z.object({
  /** The link that carries the session. */
  Iface: z.string(),
  /** The link that pppd creates. Its row in `interfaces` contains whether the session is enabled. */
  PPPIface: z.string(),
  Username: z.string(),
  Secret: z.string(),
  /** The 802.1Q tag of the provider; empty for none. */
  VLAN: z.string(),
  /** A number; empty for `PPPOE_MTU`. */
  MTU: z.string(),
})
export type Ppp = z.infer<typeof Ppp>

/** The state of a session. */
export interface PppState {
  /** `failed`: pppd cannot run, or not with what the provider sends. */
  readonly state: 'connecting' | 'connected' | 'refused' | 'unanswered' | 'failed'
  /** The state in words. */
  readonly reason: string
  /** Milliseconds since 1970. */
  readonly since: number
}

/** The link on which the session's frames are sent: the tagged part of `Iface` if there is a tag. */
export const carrierOf = ({ Iface, VLAN }: Pick<Ppp, 'Iface' | 'VLAN'>): string =>
  VLAN ? vlanName(Iface, VLAN) : Iface

export const mtuOf = ({ MTU }: Pick<Ppp, 'MTU'>): number => (MTU ? Number(MTU) : PPPOE_MTU)
