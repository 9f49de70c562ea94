import { containsIp, parseSubnet, reachOf } from '../../../../router/values/subnet.ts'
import { vpnTexts } from '../../../texts/vpn/wireguard.ts'

const texts = vpnTexts.reach

/** Addresses that a provider shares between customers (RFC 6598). */
const SHARED = parseSubnet('100.64.0.0/10')!

/** Whether devices in the internet can connect to the router. */
export interface UplinkReach {
  /** `shared`: behind carrier-grade NAT. `private`: behind another router. `none`: no uplink has an address. */
  readonly kind: 'public' | 'private' | 'shared' | 'none'
  /** Of the uplink. */
  readonly address: string
}

/** `addresses`: of all uplinks, such as `203.0.113.5/24`. One public address is enough. */
export function uplinkReach(addresses: readonly string[]): UplinkReach {
  const found = addresses.map((text) => {
    const address = text.split('/', 1)[0] ?? ''
    const isPublic = reachOf(address) === 'public'
    return { kind: isPublic ? 'public' : containsIp(SHARED, address) ? 'shared' : 'private', address } as const
  })
  return found.find(({ kind }) => kind === 'public') ?? found[0] ?? { kind: 'none', address: '' }
}

/** What the owner should know about connecting, and whether it keeps devices from connecting. */
export function adviceOf(
  { kind, address }: UplinkReach,
  endpoint: string | undefined,
  port: number,
): { readonly words: readonly string[]; readonly isTrouble: boolean; readonly wantsName: boolean } {
  const isNamed = endpoint !== undefined
  const where = isNamed ? [texts.connects(endpoint)] : []
  if (kind === 'shared') return { words: [...where, texts.shared(address)], isTrouble: true, wantsName: false }
  if (kind === 'private') {
    const words = isNamed ? texts.behindNamed(address, port) : texts.behind(address, port)
    return { words: [...where, words], isTrouble: !isNamed, wantsName: !isNamed }
  }
  if (isNamed) return { words: where, isTrouble: false, wantsName: false }
  if (kind === 'none') return { words: [texts.none], isTrouble: true, wantsName: true }
  return { words: [texts.current(address)], isTrouble: false, wantsName: true }
}
