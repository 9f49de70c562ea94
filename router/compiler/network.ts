import type { DnsProvider } from '../features/dns/settings.ts'
import type { BlockList } from '../features/dnsblock/blocklist.ts'
import type { KeptOverride, OverrideList } from '../features/dnsblock/override.ts'
import type { FirewallConfig } from '../features/firewall/config.ts'
import type { CustomInterfaceRule } from '../features/firewall/rule.ts'
import type { Host } from '../features/names/host.ts'
import type { Credentials } from '../features/tls/credentials.ts'
import type { ProviderRoute } from '../features/uplink/address.ts'
import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import type { Subnet } from '../values/subnet.ts'
import type { RuleSet, Slot } from './rules.ts'

/**
 * Everything the machine should be. The frame does not depend on any one device; a member is all that one device adds.
 * A change of one device gives a new member and leaves the rest as it was; a change of one rule, a new slot.
 */
export interface Network {
  readonly frame: Frame
  readonly members: ReadonlyMap<string, Member>
  readonly slots: ReadonlyMap<string, Slot>
}

/** A link towards the internet, and how it gets its address. */
export interface Uplink {
  readonly link: string
  readonly dhcp: boolean
  /** `203.0.113.7/24` once it is known: fixed by the owner, or leased from the provider. */
  readonly address: string | undefined
  /** More addresses with prefix length, set by the owner. */
  readonly additional: readonly string[]
  readonly router: Ip | undefined
  /** Names it in the marks of packets and connections: 1, 2, … in the order of the links' names. */
  readonly mark: number
  /** False while its probes fail. */
  readonly well: boolean
}

/** A link made of the frames that bear a tag on another one, its parent: IEEE 802.1Q. */
export interface Vlan {
  readonly link: string
  readonly parent: string
  /** 1 to 4094. */
  readonly tag: number
}

/** A network behind some other link, such as a container bridge, and what it may do. */
export interface Custom {
  readonly link: string
  readonly net: Subnet
  /** The way to its addresses; empty for the link itself. */
  readonly via: Ip | ''
  readonly policies: CustomInterfaceRule['Policies']
  readonly groups: readonly string[]
  readonly tags: readonly string[]
  /** The key of the rule. */
  readonly rule: string
}

export interface Frame {
  /** The home's networks, and after them those it has moved out of where devices still are. */
  readonly nets: readonly Subnet[]
  /** The router's own address towards the home: resolver, API, DHCP server. */
  readonly lanIp: Ip
  readonly uplinks: readonly Uplink[]
  /** Networks that a provider leads to by another way than its router. */
  readonly providerRoutes: readonly (ProviderRoute & { readonly link: string })[]
  /** Household links that several devices share: only address, link and MAC identify them there. */
  readonly wired: readonly string[]
  /** Of household links and uplinks, those that the router has to make. */
  readonly vlans: readonly Vlan[]
  /** More addresses of household links, as `192.168.8.1/24`. */
  readonly additional: readonly { readonly link: string; readonly address: string }[]
  /** Links that somebody has taken down; they are nobody's and nothing's until they are taken up again. */
  readonly down: readonly string[]
  /** Links that shall have another hardware address than they were made with. */
  readonly readdressed: readonly { readonly link: string; readonly mac: Mac }[]
  /** Groups that have maps in the kernel; of them, those whose members may talk now. */
  readonly groups: readonly { readonly name: string; readonly enabled: boolean }[]
  /** Tags that lead to an endpoint: those who have one are in a set of the kernel's. */
  readonly tags: readonly string[]
  readonly customs: readonly Custom[]
  /** The sets that rules are in; the rules themselves are slots of the Network. */
  readonly ruleSets: readonly RuleSet[]
  readonly firewall: FirewallConfig
  readonly upstreams: readonly DnsProvider[]
  readonly familyUpstreams: readonly DnsProvider[]
  /** Names that the owner has given. */
  readonly hosts: readonly Host[]
  readonly filter: DnsFilter
  /** Clients and names whose questions are not logged; names in lower case, without the last dot. */
  readonly unlogged: { readonly clients: readonly Ip[]; readonly names: readonly string[] }
  /** What HTTPS is answered with, its key sealed; undefined while it is not answered. */
  readonly credentials: Credentials | undefined
}

/** One element of a map or set: its name, the parts of the key in the map's order, and for a map of values those of the value. */
export interface Admission {
  readonly map: string
  readonly key: readonly string[]
  readonly value?: readonly string[]
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
  /** Overrides and block lists may be for some tags only. */
  readonly tags: readonly string[]
}

/** What the owner wants of the resolver's filter as a whole. */
export interface DnsRules {
  /** Where every name leads for a device in quarantine; empty for nowhere. */
  readonly quarantineHost: Ip | ''
  /** Answers from outside that point into a home are withheld. */
  readonly checksRebinding: boolean
  readonly answersCanaries: boolean
}

/** What the resolver blocks and permits, and for which devices. */
export interface DnsFilter {
  readonly rules: DnsRules
  /** Those that are enabled, in the order in which they are asked. */
  readonly overrideLists: readonly Pick<OverrideList, 'Name' | 'Tags'>[]
  readonly overrides: ReadonlyMap<string, KeptOverride>
  /** Enabled or not. */
  readonly blockLists: readonly BlockList[]
  /** Addresses for which neither overrides nor block lists count. */
  readonly excluded: readonly Ip[]
  /** Addresses for which nothing is blocked now; `*` for all of them. */
  readonly paused: readonly string[]
}

export interface Member {
  readonly identity: string
  readonly place: Place | undefined
  readonly admissions: readonly Admission[]
  readonly dnsClient: DnsClient | undefined
  /** Names under `.lan` that lead to it, the owner's choice before the device's own. */
  readonly names: readonly { readonly name: string; readonly ip: Ip; readonly chosen: boolean }[]
}
