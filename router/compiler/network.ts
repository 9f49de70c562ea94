import type { BlockList } from '../model/dns/blocklists/blocklist.ts'
import type { AppliedOverride, OverrideList } from '../model/dns/blocklists/override.ts'
import type { Host } from '../model/dns/names/host.ts'
import type { DnsProvider } from '../model/dns/resolvers/settings.ts'
import type { FirewallConfig } from '../model/firewall/config/config.ts'
import type { CustomInterfaceRule } from '../model/firewall/config/configrule.ts'
import type { BlockedNetworks } from '../model/firewall/geoblock/networks.ts'
import type { PacketLogging } from '../model/firewall/refused/settings.ts'
import type { Action, Destination, Selected } from '../model/firewall/rules/pfwrule.ts'
import type { ProviderRoute } from '../model/internet/connection/address.ts'
import type { WifiNetwork } from '../model/internet/connection/wifi.ts'
import type { SealedCertificate } from '../model/machine/tls/credentials.ts'
import type { Selection } from '../model/vpn/sites/site.ts'
import type { Exit } from '../model/vpn/tunnels/tunnel.ts'
import type { GuestNetwork, RadioSettings } from '../model/wifi/radios/radio.ts'
import type { AddressSet } from '../values/addressset.ts'
import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import type { Subnet } from '../values/subnet.ts'
import type { RuleSet, Slot } from './configrules.ts'

/**
 * The desired state of the machine. The frame does not depend on a single device; a member is the part of one device, a slot
 * that of rules with the same key. A change of one device replaces only its member; a change of one rule, its slot.
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
  /** Such as `203.0.113.7/24`: static, or leased from the provider. Undefined without a lease. */
  readonly address: string | undefined
  /** More addresses with prefix length, set by the owner. */
  readonly additional: readonly string[]
  readonly router: Ip | undefined
  /** The link of a PPPoE session: pppd creates it, with its address. */
  readonly ppp?: true
  /** The largest packet in bytes, if it is smaller than that of Ethernet. */
  readonly mtu?: number
  /** Its number in the marks of packets and connections: 1, 2, … in the order of the links' names. */
  readonly mark: number
  /** The network that a program has connected it to, or had last; empty for a cable. A lease is valid in one network only. */
  readonly network: string
  /** False while its probes fail. */
  readonly well: boolean
}

/** A link for the frames with a tag on its parent: IEEE 802.1Q. */
export interface Vlan {
  readonly link: string
  readonly parent: string
  /** 1 to 4094. */
  readonly tag: number
}

/** A PPPoE session (RFC 2516). Its link is an uplink. */
export interface PppoeSession {
  readonly link: string
  /** The link that carries its frames. */
  readonly carrier: string
  /** The link that the carrier is a tagged part of, or the carrier itself. */
  readonly parent: string
  /** Undefined if the frames have no tag. */
  readonly vlan: Vlan | undefined
  readonly username: string
  readonly secret: string
  readonly mtu: number
}

/** A WireGuard link that the router makes. */
export interface CompiledTunnel {
  readonly link: string
  /** `server`: its peers are devices of the home, each a part of its member. `out`: a way out, with the peers below. */
  readonly role: 'server' | 'out'
  /** Sealed by the vault. */
  readonly privateKey: string
  /** UDP; 0 for any. */
  readonly port: number
  /** The largest packet inside the tunnel, in bytes. */
  readonly mtu: number
  /** The router's addresses inside an outgoing tunnel. */
  readonly addresses: readonly Ip[]
  /** Resolvers inside an outgoing tunnel. */
  readonly dns: readonly Ip[]
  readonly peers: readonly CompiledTunnelPeer[]
}

export interface CompiledTunnelPeer {
  /** Base64. */
  readonly publicKey: string
  /** Sealed by the vault; empty for none. */
  readonly presharedKey: string
  /** The networks of the sources of its packets, with prefix length. No two peers of a link have the same one. */
  readonly allowed: readonly string[]
  /** `198.51.100.7:51820`; empty if the peer connects to the router. */
  readonly endpoint: string
  /** Interval of keepalive packets in seconds; 0 for none. */
  readonly keepalive: number
}

/** Devices whose packets leave through a tunnel. */
export interface TunnelExit {
  readonly name: string
  /** In the marks of packets: 1 to 31. */
  readonly number: number
  /** All packets to other networks than the home's; otherwise those to `nets` and `hosts`. */
  readonly all: boolean
  readonly nets: readonly Subnet[]
  /** The present addresses of its domains. */
  readonly hosts: readonly Subnet[]
  /** Sets with more destinations, of a rule that lists countries, networks by number or domains. */
  readonly sets?: readonly string[]
  /** The tunnel that is used now; undefined if none is enabled. */
  readonly link: string | undefined
  readonly users: Pick<Exit, 'Devices' | 'Groups' | 'Tags'>
  /** The rule of the programmable firewall that it belongs to. Its users are the devices that the rule holds for. */
  readonly rule?: string
}

/** A rule of the programmable firewall. A device has an element in its set while the rule holds for it. */
export interface PfwRule {
  readonly id: string
  readonly name: string
  readonly set: string
  readonly users: Selected
  readonly place: Destination['Place']
  /** The listed networks, with the place `listed`. */
  readonly nets: readonly Subnet[]
  /** All addresses of `nets`, countries and networks by number. Undefined for a rule that lists neither of the latter. */
  readonly networks: AddressSet | undefined
  /**
   * The present addresses of listed domains that are not in `networks`; of a rule that allows, only public ones. Undefined for a
   * rule without domains.
   */
  readonly hosts: AddressSet | undefined
  readonly protocol: Destination['Protocol']
  /** As in the rule, such as `8000-8100`. */
  readonly ports: string
  readonly action: Action
  /** The address that connections are sent to: of a `redirect`, or of the plugin of a `proxy` while it is enabled. Else undefined. */
  readonly target: Ip | undefined
  /** In the marks of packets, with a tunnel; else 0. */
  readonly number: number
}

/** Another home with a Sallyport, behind a tunnel. */
export interface CompiledSite {
  readonly name: string
  readonly link: string
  /** The networks of the other home. */
  readonly nets: readonly Subnet[]
  /** Devices that may connect to the other home, and those that it may connect to. */
  readonly users: Selection
  readonly shared: Selection
}

/** A radio that devices join, and its networks. */
export interface AccessPoint {
  readonly link: string
  /** The permanent hardware address of the radio; empty if it was never present. */
  readonly mac: Mac | ''
  readonly settings: RadioSettings
  /** The automatic choice of a channel may take one with radar. */
  readonly allowDfs: boolean
  readonly guest: GuestNetwork | undefined
  /** There is no country yet: its own networks are hidden, and only the guests' network, for the setup, is shown. */
  readonly hidden?: true
  /** The guests' network is the one for the setup. Without it the access point still works. */
  readonly setup?: true
}

/** An uplink over wifi, and the networks that it may join. */
export interface WifiLink {
  readonly link: string
  /** The country that the router is in, of ISO 3166-1; undefined until it is set. */
  readonly country: string | undefined
  readonly networks: readonly WifiNetwork[]
}

/** The wifi passphrase of a device. */
export interface Passphrase {
  /** Undefined while it waits for a device: any unknown device may join with it. */
  readonly mac: Mac | undefined
  readonly psk: string
  /** Not accepted over WPA3. */
  readonly wpa2Only: boolean
}

/** A network behind another link, such as a container bridge, with its policies. */
export interface Custom {
  readonly link: string
  readonly net: Subnet
  /** The gateway to its addresses; empty if they are on the link itself. */
  readonly via: Ip | ''
  readonly policies: CustomInterfaceRule['Policies']
  readonly groups: readonly string[]
  readonly tags: readonly string[]
  /** The table and the key of the row with the policies. */
  readonly rule: string
}

export interface Frame {
  /** The home's networks, followed by former ones that devices still use. */
  readonly nets: readonly Subnet[]
  /** The router's address in the home: resolver, API, DHCP server. */
  readonly lanIp: Ip
  readonly uplinks: readonly Uplink[]
  readonly sessions: readonly PppoeSession[]
  readonly tunnels: readonly CompiledTunnel[]
  /** In alphabetical order, and then those of rules. */
  readonly exits: readonly TunnelExit[]
  /** The enabled rules of the programmable firewall, in the order of evaluation. */
  readonly pfw: readonly PfwRule[]
  /** The networks that the geo block is about; undefined while it is off or about none. */
  readonly geo: BlockedNetworks | undefined
  /** In alphabetical order. */
  readonly sites: readonly CompiledSite[]
  /** Networks that a provider routes through another gateway than the default one. */
  readonly providerRoutes: readonly (ProviderRoute & { readonly link: string })[]
  /** Household links that several devices share. Devices are identified there by address, link and MAC. */
  readonly wired: readonly string[]
  /** Household links and uplinks that the router creates. */
  readonly vlans: readonly Vlan[]
  /** Additional addresses of household links, such as `192.168.8.1/24`. */
  readonly additional: readonly { readonly link: string; readonly address: string }[]
  readonly accessPoints: readonly AccessPoint[]
  readonly wifiUplinks: readonly WifiLink[]
  /** The wifi network for the setup: the radio, and the network of its clients' addresses. Undefined after the setup. */
  readonly setup: { readonly radio: string; readonly net: Subnet; readonly passphrase: string } | undefined
  /** Links that an owner took down. They are unused until they are taken up again. */
  readonly down: readonly string[]
  /** Links with another hardware address than the permanent one. */
  readonly readdressed: readonly { readonly link: string; readonly mac: Mac }[]
  /** Groups that have maps in the kernel. Members of an enabled group may reach each other. */
  readonly groups: readonly { readonly name: string; readonly enabled: boolean }[]
  /** Tags with an endpoint. Devices with such a tag are in a set in the kernel. */
  readonly tags: readonly string[]
  readonly customs: readonly Custom[]
  /** The sets of rules. The rules themselves are slots of the Network. */
  readonly ruleSets: readonly RuleSet[]
  readonly firewall: FirewallConfig
  /** Which packets are logged. */
  readonly logging: PacketLogging
  readonly upstreams: readonly DnsProvider[]
  readonly familyUpstreams: readonly DnsProvider[]
  /** Names that the owner set. */
  readonly hosts: readonly Host[]
  readonly filter: DnsFilter
  /** Clients and domains whose queries are not logged. Domains in lower case, without the last dot. */
  readonly unlogged: { readonly clients: readonly Ip[]; readonly names: readonly string[] }
  /** The certificate of HTTPS with its sealed key; undefined while HTTPS is off. */
  readonly credentials: SealedCertificate | undefined
}

/** One element of a map or set: the name of the map, the parts of the key in order, and those of the value if the map has values. */
export interface Admission {
  readonly map: string
  readonly key: readonly string[]
  readonly value?: readonly string[]
}

/** Where a device is routed now. */
export interface DevicePlace {
  /** Empty on the link of the VPN server, which has no hardware addresses. */
  readonly mac: Mac | ''
  readonly ip: Ip
  readonly routerIp: Ip
  readonly link: string
}

/** The resolver's data about a client. */
export interface DnsClient {
  readonly ip: Ip
  readonly mac: Mac
  readonly family: boolean
  readonly quarantine: boolean
  /** Overrides and block lists may apply to some tags only. */
  readonly tags: readonly string[]
  /** Set for a client of the setup network: the router's address there, and only the router's name resolves. */
  readonly setupHost?: Ip
  /** The number of the exit that all its queries leave by. */
  readonly exit?: number
}

/** Settings of the resolver's filter. */
export interface DnsRules {
  /** The address that every domain resolves to for a device in quarantine; empty for none. */
  readonly quarantineHost: Ip | ''
  /** Private addresses in responses from the internet are blocked. */
  readonly checksRebinding: boolean
  readonly answersCanaries: boolean
}

/** Clients with the tag get the target in place of a name. */
export interface SafeRedirect {
  readonly tag: string
  readonly target: string
}

/** What the resolver blocks and permits, and for which devices. */
export interface DnsFilter {
  readonly rules: DnsRules
  /** The enabled ones, in order of evaluation. */
  readonly overrideLists: readonly Pick<OverrideList, 'Name' | 'Tags'>[]
  readonly overrides: ReadonlyMap<string, AppliedOverride>
  /** Names that are aliases of others for clients with one of the tags. Names in lower case, without the last dot. */
  readonly safeSearch: ReadonlyMap<string, readonly SafeRedirect[]>
  /** Enabled or not. */
  readonly blockLists: readonly BlockList[]
  /** Addresses to which neither overrides nor block lists apply. */
  readonly excluded: readonly Ip[]
  /** Addresses for which nothing is blocked now; `*` for all of them. */
  readonly paused: readonly string[]
}

export interface Member {
  readonly identity: string
  readonly place: DevicePlace | undefined
  /** The device as a peer of the VPN server; undefined without a key, while the server is down, and for one that is disabled. */
  readonly peer: (CompiledTunnelPeer & { readonly link: string }) | undefined
  /** Undefined for a device without wifi, and for one that is disabled. */
  readonly passphrase: Passphrase | undefined
  readonly admissions: readonly Admission[]
  readonly dnsClient: DnsClient | undefined
  /** Names under `.lan` of the device: the owner's choice before the device's own. */
  readonly names: readonly { readonly name: string; readonly ip: Ip; readonly chosen: boolean }[]
}
