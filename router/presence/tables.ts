import type { LinkAttributes } from '../machine/routing.ts'
import type { BlockedNetworks } from '../model/firewall/geoblock/networks.ts'
import type { PfwHosts, PfwNetworks, PfwState, PfwUsage } from '../model/firewall/rules/state.ts'
import type { ProviderRoute } from '../model/internet/connection/address.ts'
import type { ConnectionNote } from '../model/internet/connection/connection.ts'
import type { TunnelState } from '../model/vpn/tunnels/state.ts'
import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'

/** A link in the kernel. */
export type Link = LinkAttributes

/** An authenticated wifi station with its own link. */
export interface Station {
  readonly mac: Mac
  readonly link: string
}

/** The lease of a device: its address, link and expiry. */
export interface Lease {
  readonly mac: Mac
  readonly link: string
  readonly ip: Ip
  /** The device's host name, sanitised; empty for none. */
  readonly hostName: string
  /** Milliseconds of the monotonic clock. */
  readonly expiresAt: number
}

/** The address of an uplink from its provider: leased over DHCP, or of a PPP session. */
export interface UplinkLease {
  readonly link: string
  /** Address and prefix length, as `203.0.113.7/24`. */
  readonly address: string
  readonly router: Ip
  /** Other routes of the provider (RFC 3442). */
  readonly routes: readonly ProviderRoute[]
  /** Resolvers of the provider. */
  readonly dns?: readonly Ip[]
  /** Time servers of the provider: option 42 of RFC 2132 §8.3. */
  readonly timeServers?: readonly Ip[]
  /** The largest packet in bytes, if it was agreed with the provider. */
  readonly mtu?: number
}

/** Whether an uplink works according to its probes. An uplink without an entry counts as working. */
export interface UplinkHealth {
  readonly link: string
  readonly well: boolean
}

/** The state of an uplink that a program connects: wpa_supplicant or pppd. Other uplinks have no entry. */
export interface UplinkState {
  readonly link: string
  readonly connected: boolean
  /** What it is connected to, or was last, such as the name of a wifi network; empty if it never was. */
  readonly network: string
  readonly notes: readonly ConnectionNote[]
}

/** A link that an owner took down. It ends with a restart of the router or when the link is plugged in again. */
export interface DownLink {
  readonly link: string
}

/** The present addresses of an endpoint's domain. */
export interface ResolvedName {
  readonly name: string
  readonly ips: readonly Ip[]
}

/** A peer of the VPN server that is connected, or was since the start. */
export interface VpnPeer {
  readonly publicKey: string
  /** Its last handshake is younger than three minutes. */
  readonly online: boolean
  /** Where its packets come from, such as `203.0.113.9:40000`. */
  readonly endpoint: string
  /** The handshake after which it was online, in milliseconds since 1970. */
  readonly since: number
}

/** The wifi network for the setup. It exists in a router that was not set up at its start, until shortly after the setup. */
export interface SetupNetwork {
  readonly passphrase: string
}

/** The address of a client of the setup network. */
export interface SetupLease {
  readonly mac: Mac
  readonly link: string
  readonly ip: Ip
}

/** The present addresses of the domains of an exit. */
export interface ExitAddresses {
  readonly exit: string
  /** Sorted. */
  readonly ips: readonly Ip[]
}

/** A table by its indexes. */
export interface PresenceTable<T> {
  readonly indexes: { readonly [name: string]: (row: T) => string }
}

const table = <T>(indexes: PresenceTable<T>['indexes'] = {}): PresenceTable<T> => ({ indexes })

/** The tables of presence, which the store holds in memory only; read from the kernel at start, and filled by `router/presence/watch`. */
export const presenceTables = {
  links: table<Link>(),
  stations: table<Station>({ link: (station) => station.link }),
  leases: table<Lease>({ ip: (lease) => lease.ip }),
  uplinkLeases: table<UplinkLease>(),
  uplinkHealth: table<UplinkHealth>(),
  uplinkStates: table<UplinkState>(),
  downLinks: table<DownLink>(),
  setupNetworks: table<SetupNetwork>(),
  setupLeases: table<SetupLease>({ ip: (lease) => lease.ip }),
  vpnPeers: table<VpnPeer>(),
  tunnelStates: table<TunnelState>(),
  exitAddresses: table<ExitAddresses>(),
  pfwStates: table<PfwState>(),
  pfwUsage: table<PfwUsage>(),
  pfwNetworks: table<PfwNetworks>(),
  pfwHosts: table<PfwHosts>(),
  blockedNetworks: table<BlockedNetworks>(),
  resolvedNames: table<ResolvedName>(),
}
