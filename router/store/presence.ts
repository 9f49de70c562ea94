import type { ProviderRoute } from '../features/uplink/address.ts'
import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import { Table } from './table.ts'

/** A link as the kernel has it now. */
export interface Link {
  readonly name: string
  readonly index: number
  readonly mac: Mac
  /** True when it is enabled and has a carrier. */
  readonly up: boolean
}

/** A wifi station that has proved its passphrase and sits on a link of its own. */
export interface Station {
  readonly mac: Mac
  readonly link: string
}

/** An address in use: who has it, on which link, until when. */
export interface Lease {
  readonly mac: Mac
  readonly link: string
  readonly ip: Ip
  /** The name it gave itself, already made safe; empty for none. */
  readonly hostName: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** What the provider's DHCP server gave us on an uplink. */
export interface UplinkLease {
  readonly link: string
  /** Address and prefix length, as `203.0.113.7/24`. */
  readonly address: string
  readonly router: Ip
  /** Other routes of the provider (RFC 3442). */
  readonly routes: readonly ProviderRoute[]
}

/** Whether an uplink works according to its probes. An uplink without an entry counts as working. */
export interface UplinkHealth {
  readonly link: string
  readonly well: boolean
}

/** A link that was taken down by hand. A restart of the router, or plugging the link in anew, ends that. */
export interface DownLink {
  readonly link: string
}

/** Where the name of an endpoint leads now. */
export interface ResolvedName {
  readonly name: string
  readonly ips: readonly Ip[]
}

/** Who and what is here now. In memory; learned again from the kernel at start. */
export const openPresence = () => ({
  links: new Table<Link>('links'),
  stations: new Table<Station>('stations', { link: (station) => station.link }),
  leases: new Table<Lease>('leases', { ip: (lease) => lease.ip }),
  uplinkLeases: new Table<UplinkLease>('uplinkLeases'),
  uplinkHealth: new Table<UplinkHealth>('uplinkHealth'),
  downLinks: new Table<DownLink>('downLinks'),
  resolvedNames: new Table<ResolvedName>('resolvedNames'),
})
