import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import type { Subnet } from '../values/subnet.ts'

export interface LinkAttributes {
  readonly name: string
  readonly index: number
  readonly mac: Mac
  /** The hardware address that it was made with, where `mac` is another one. */
  readonly permanentMac?: Mac
  /** Where it is plugged in, such as `usb 1-1.2:1.0` or `pci 0000:01:00.0`; undefined for links without hardware. */
  readonly slot?: string
  /** True when it is enabled and has a carrier. */
  readonly up: boolean
  /** The largest packet in bytes. */
  readonly mtu?: number
}

/** Which packets are routed by which table, in the order of priorities: ip-rule(8). */
export interface RoutingRule {
  readonly priority: number
  /** 0 if the rule has an `action`. */
  readonly table: number
  /** Drops the packet, does nothing, or continues with the rules from another priority on. */
  readonly action?: 'blackhole' | 'nop' | { readonly goto: number }
  /** Only packets sent by this machine itself. */
  readonly own?: true
  /** Only packets with these bits in their mark. */
  readonly mark?: { readonly value: number; readonly mask: number }
  /** Only packets from this address. */
  readonly source?: Ip
  /** The default route of the table is ignored. */
  readonly exceptDefault?: boolean
}

/**
 * An object to add to a link, or to remove from it. It is no failure if it already exists, or is already missing. An address,
 * a neighbour or a route replaces the one that it would otherwise duplicate.
 */
export type LinkChange =
  | ({ readonly link: string } & (
      | { readonly kind: 'bridge'; readonly present: boolean }
      /** A link for an 802.1Q tag on the parent. */
      | { readonly kind: 'vlan'; readonly present: boolean; readonly parent: string; readonly tag: number }
      /** The hardware address; if not present, the permanent one is restored. */
      | { readonly kind: 'mac'; readonly present: true; readonly mac: Mac }
      | { readonly kind: 'mac'; readonly present: false }
      | { readonly kind: 'mtu'; readonly present: boolean; readonly mtu: number }
      | { readonly kind: 'up'; readonly present: boolean }
      | { readonly kind: 'address'; readonly present: boolean; readonly ip: Ip; readonly prefix: number }
      /** A permanent neighbour: the kernel sends no ARP requests for it and learns no other address. */
      | { readonly kind: 'neighbour'; readonly present: true; readonly ip: Ip; readonly mac: Mac }
      | { readonly kind: 'neighbour'; readonly present: false; readonly ip: Ip }
      /** `source` is the source address of the router's own packets. Of a table, the route with the lowest metric is used. */
      | {
          readonly kind: 'default route'
          readonly present: boolean
          readonly table: number
          readonly metric: number
          readonly gateway: Ip
          readonly source: Ip
        }
      /** The route to the network of an address of the link, which the kernel adds with the address. */
      | { readonly kind: 'connected route'; readonly present: boolean; readonly net: Subnet; readonly source: Ip }
      /** The route that delivers packets for an address to this machine, which the kernel adds with the address. */
      | { readonly kind: 'local route'; readonly present: boolean; readonly ip: Ip }
      /** A route to a network behind a link of another program. Its metric is higher than that of other routes. */
      | {
          readonly kind: 'route'
          readonly present: boolean
          readonly net: Subnet
          /** A host on that link; undefined if the network is on the link itself. */
          readonly gateway: Ip | undefined
        }
    ))
  | ({ readonly kind: 'rule'; readonly present: boolean } & RoutingRule)
  /** A route of any kind as listed by the kernel. */
  | { readonly kind: 'any route'; readonly present: boolean; readonly route: Route }
  /** An XFRM policy that drops packets to this machine without these bits in their mark: ip-xfrm(8). */
  | { readonly kind: 'input guard'; readonly present: boolean; readonly bits: number }

/** The main routing table, and the table of this machine's own addresses. */
export const MAIN_TABLE = 254
export const LOCAL_TABLE = 255
/** The origin of routes that the kernel adds. */
export const KERNEL_ORIGIN = 2
/** The origin of the router's own routes: `ip route show proto 83`. */
export const ROUTE_ORIGIN = 83
/** The group of the links that the router creates: `ip link show group 21328`. */
export const LINK_GROUP = 0x5350

/** An IPv4 route: `struct rtmsg` of rtnetlink(7). */
export interface Route {
  readonly table: number
  /** `RTN_UNICAST`, `RTN_LOCAL`, …: see `ROUTE_TYPE`. */
  readonly type: number
  readonly net: Subnet
  /** The link of the first next hop; undefined if packets are dropped. */
  readonly link: string | undefined
  readonly gateway: Ip | undefined
  readonly source: Ip | undefined
  readonly metric: number
  /** The program that added it: `KERNEL_ORIGIN`, `ROUTE_ORIGIN` or another number. */
  readonly origin: number
}

export const ROUTE_TYPE = { unicast: 1, local: 2, blackhole: 6 } as const

/** A notification of the kernel: the present state of something that any program changed. */
export type LinkNotice =
  /** `mac` is undefined if the link was removed or has none. */
  | { readonly kind: 'link'; readonly link: string; readonly up: boolean; readonly mac: Mac | undefined }
  | { readonly kind: 'address'; readonly present: boolean; readonly link: string; readonly address: string }
  /** `mac` is undefined if the neighbour was removed, or is not permanent. */
  | { readonly kind: 'neighbour'; readonly link: string; readonly ip: Ip; readonly mac: Mac | undefined }
  | { readonly kind: 'route'; readonly present: boolean; readonly route: Route }
  /** Settings of a link, or if undefined of all links. */
  | { readonly kind: 'settings'; readonly link: string | undefined }
  /** Routing rules or input guards changed, or notifications were lost and anything may have changed. */
  | { readonly kind: 'other' }

export interface LinkFailure {
  /** The kernel's message. */
  readonly reason: string
  /** The link, or its route, does not exist at present: the change itself is valid. */
  readonly missing: boolean
}
