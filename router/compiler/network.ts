import type { DnsProvider } from '../features/dns/settings.ts'
import type { FirewallConfig } from '../features/firewall/config.ts'
import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import type { Subnet } from '../values/subnet.ts'

/**
 * Everything the machine should be. The frame does not depend on any one device; a member is all that one device adds.
 * A change of one device gives a new member and leaves the rest as it was.
 */
export interface Network {
  readonly frame: Frame
  readonly members: ReadonlyMap<string, Member>
}

/** A link towards the internet, and how it gets its address. */
export interface Uplink {
  readonly link: string
  readonly dhcp: boolean
  /** `203.0.113.7/24` once it is known: fixed by the owner, or leased from the provider. */
  readonly address: string | undefined
  readonly router: Ip | undefined
}

export interface Frame {
  readonly nets: readonly Subnet[]
  /** The router's own address towards the home: resolver, API, DHCP server. */
  readonly lanIp: Ip
  readonly uplinks: readonly Uplink[]
  /** Household links that several devices share: nothing but address, link and MAC tells them apart. */
  readonly wired: readonly string[]
  /** Groups that have maps in the kernel; of them, those whose members may talk now. */
  readonly groups: readonly { readonly name: string; readonly enabled: boolean }[]
  readonly firewall: FirewallConfig
  readonly upstreams: readonly DnsProvider[]
  readonly familyUpstreams: readonly DnsProvider[]
}

/** One element of a map or set: its name, the parts of the key in the map's order, and for a map of values the value. */
export interface Admission {
  readonly map: string
  readonly key: readonly string[]
  readonly value?: string
}

/** Where a device is routed now. */
export interface Place {
  readonly mac: Mac
  readonly ip: Ip
  readonly routerIp: Ip
  readonly link: string
}

/** What the resolver knows of the one who asks. */
export interface DnsClient {
  readonly ip: Ip
  readonly mac: Mac
  readonly family: boolean
  readonly quarantine: boolean
}

export interface Member {
  readonly identity: string
  readonly place: Place | undefined
  readonly admissions: readonly Admission[]
  readonly dnsClient: DnsClient | undefined
  /** Names under `.lan` that lead to it, the owner's choice before the device's own. */
  readonly names: readonly { readonly name: string; readonly ip: Ip; readonly chosen: boolean }[]
}
