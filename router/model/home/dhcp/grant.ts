import type { Ip } from '../../../values/ip.ts'
import type { Mac } from '../../../values/mac.ts'

/** A request for an address on a link. Text fields are sanitised. */
export interface LeaseRequest {
  readonly mac: Mac
  readonly link: string
  readonly hostName: string
  /** Client identifier in hexadecimal, or the MAC. */
  readonly identifier: string
  /** Requested option codes, for example `1,3,6`. */
  readonly parameters: string
  readonly vendorClass: string
}

/** An address with the options of its lease. */
export interface Granted {
  readonly ip: Ip
  readonly routerIp: Ip
  readonly dnsIp: Ip
  readonly leaseSeconds: number
}

export type GrantResult = { readonly granted: Granted } | { readonly refused: LeaseRefusal }

/** Why a client gets no address. */
export type LeaseRefusal =
  | 'not a device address'
  | 'uplink'
  | 'not a household link'
  | 'setup network'
  | 'associated on another link'
  | 'answers on another link'
  | 'passphrase not proven'
  | 'tagged device off its VLAN'
  | 'trusted device on a guest link'
  | 'guest device off the guest link'
  | 'unknown station'
  | 'disabled'
  | 'too many unknown devices'
  | 'no address left'
  | 'address in use'
  | 'busy'
  | 'too often'
  | 'change failed'
  | 'not admitted'

/** Refusals that may indicate a spoofed device. */
export const isSpoof = (refusal: LeaseRefusal): boolean =>
  refusal === 'trusted device on a guest link' ||
  refusal === 'associated on another link' ||
  refusal === 'passphrase not proven' ||
  refusal === 'tagged device off its VLAN'

/** Why a DECLINE is ignored. */
export type DeclineRefusal =
  | 'declined too often'
  | 'declined, but set by the owner'
  | 'declined, but its device answers there'
  | 'declined, but its device has connections there'
  | 'declined, but no other host answers there'

/** Addresses for the DHCP server: of devices, or of the setup network. */
export interface AddressPool {
  /** The usable address of this client, or the offered one; undefined if an address has to be offered. */
  ownAddress(identity: string): Ip | undefined
  /** The options of a lease on an address, for the reply. */
  terms(ip: Ip): Granted
  /** Why this client gets no address on its link. Possible spoofing is reported, with a limited rate. */
  refusalOf(ask: LeaseRequest): LeaseRefusal | undefined
  /** The present lease on this link. */
  leaseOf(mac: Mac, link: string): { readonly ip: Ip } | undefined
  /** Reserves an address for a client on a link, without a lease. */
  offer(ask: LeaseRequest): GrantResult
  /** Drops an offer after the client chose another server. */
  forget(mac: Mac): void
  /**
   * Grants `ip`, or by default the address of the device. Resolves when the kernel admits the device there; only then may the
   * reply be sent.
   */
  grant(ask: LeaseRequest, ip?: Ip): Promise<GrantResult>
  /** Renews a lease that the kernel already admits, synchronously; undefined if `grant` has to be called. */
  renew(ask: LeaseRequest, ip: Ip): Granted | undefined
  /** Ends the lease; the address stays reserved for the device. */
  release(mac: Mac, ip: Ip): Promise<void>
  /**
   * The client found its address in use. Unless the DECLINE is ignored, the address is left out of the pool for some time; the
   * lease stays valid until the client gets another address. Resolves with the reason if it is ignored.
   */
  decline(ask: LeaseRequest, ip: Ip): Promise<DeclineRefusal | 'not the address it has' | undefined>
}
