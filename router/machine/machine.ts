import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import type { Subnet } from '../values/subnet.ts'
import type { Connection } from '../wire/conntrack.ts'
import type { Selection } from '../wire/conntrack-selection.ts'
import type { Counter } from '../wire/nft-counters.ts'
import type { ElementChange } from '../wire/nft-elements.ts'

/** The clock of the machine. Tests step it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` once after `ms`, unless disposed of before. Does not keep the process alive. */
  after(ms: number, run: () => void): Disposable
}

/** A program that runs until it is stopped. Its output arrives line by line. */
export interface Child extends Disposable {
  readonly pid: number
  readonly exited: Promise<number | null>
}

export interface SpawnOptions {
  readonly onLine?: (line: string) => void
  readonly env?: Readonly<Record<string, string>>
}

/**
 * The output of a program as bytes, with backpressure. Reading throws `CommandFailed` at the end if the program failed.
 * Disposing of it ends the program; its last output can still be read.
 */
export interface ProgramOutput extends AsyncIterable<Uint8Array>, Disposable {}

/** A received Ethernet frame: the link's index and name, and all bytes from the destination address on. */
export interface EthernetFrame {
  readonly link: string
  readonly bytes: Uint8Array
}

/**
 * Sends and receives whole frames on all links, filtered in the kernel. Frames are received before the firewall, with their
 * Ethernet source.
 */
export interface PacketSocket extends Disposable {
  /** Frames are delivered in batches. */
  onFrames(receive: (frames: readonly EthernetFrame[]) => void): void
  send(frames: readonly EthernetFrame[]): void
}

/** Which frames reach a packet socket: whole UDP datagrams over IPv4 to one of these ports. */
export interface PacketFilter {
  readonly udpDestinations: readonly number[]
  /** Only those that are sent to a multicast group. */
  readonly multicast?: true
}

/** The target of a ping over a link: an ICMP echo request, or a datagram to a UDP port. */
export type EchoTarget = { readonly link: string; readonly address: Ip } & (
  | { readonly kind: 'icmp' }
  | { readonly kind: 'udp'; readonly port: number }
)
export type EchoOptions = EchoTarget & { readonly timeoutMs: number }

/** An ARP request on a link. `sender` is the router's own MAC and IP address there. */
export interface ArpProbe {
  readonly link: string
  readonly sender: { readonly ip: Ip; readonly mac: Mac }
  readonly target: Ip
  readonly timeoutMs: number
}

/** The URL, address and link of a download, and its limits. */
export interface DownloadOptions {
  /** `http:` or `https:`. */
  readonly url: string
  readonly ip: Ip
  readonly link: string
  readonly mostBytes: number
  readonly timeoutMs: number
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
}

export interface Downloaded {
  readonly bytes: number
  /** From the response head to the end of the response, or to a limit. */
  readonly ms: number
}

/** The URL, address and file of a fetch, and its limits. */
export interface FetchOptions {
  /** `http:` or `https:`. The server's certificate must match its domain, which is not resolved. */
  readonly url: string
  readonly ip: Ip
  /** The file, compressed with zstd. An existing one is replaced when the response is complete. */
  readonly path: string
  /** The version of the existing file, for a conditional request. RFC 9110, 13. */
  readonly known: FetchedVersion | undefined
  /** Uncompressed. */
  readonly mostBytes: number
  readonly timeoutMs: number
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
  /** Called with each uncompressed chunk. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Called with the complete response: returns a reason to reject it, or undefined. */
  readonly refuse: () => string | undefined
}

/** The version of a response: ETag and Last-Modified, unchanged. */
export interface FetchedVersion {
  readonly etag: string | undefined
  readonly modified: string | undefined
}

export type Fetched =
  | ({ readonly kind: 'new'; readonly bytes: number } & FetchedVersion)
  | { readonly kind: 'unchanged' }
  /** A redirect, which is not followed. The URL may be relative. */
  | { readonly kind: 'moved'; readonly to: string }

export interface LinkState {
  readonly name: string
  readonly index: number
  readonly mac: Mac
  readonly up: boolean
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

/** The interface to the operating system. No other module uses it directly. */
export interface Machine {
  readonly clock: Clock

  /** Runs nftables commands as one transaction, through libnftables. Throws `Refused` with the kernel's message; then nothing changed. */
  nft(commands: string): Promise<void>
  /**
   * Adds and deletes elements of sets in a table of the family `inet`, in order, as one transaction; takes less than half the
   * time of `nft`. Throws `Refused` with the kernel's message; then nothing changed.
   */
  changeElements(table: string, changes: readonly ElementChange[]): Promise<void>
  /** The parsed JSON of a `list` command; `terse` omits the elements of sets. Throws `Refused`, also for missing objects. */
  nftList(command: string, detail?: 'all' | 'terse'): Promise<unknown>
  /** Calls back when another program changed this nftables table of the family `inet`; not for `nft` and `changeElements`. */
  watchTable(name: string, changed: () => void): Disposable
  /**
   * The counters of a set of IPv4 addresses in a table of the family `inet`, by address. Throws `Refused` if the set does not
   * exist, `Unavailable` if the kernel does not respond.
   */
  readCounters(table: string, set: string): Promise<ReadonlyMap<Ip, Counter>>

  /** Runs a program, without a shell, and returns its output. Throws `CommandFailed`. */
  run(argv: readonly string[], options?: { input?: string; timeoutMs?: number }): Promise<string>
  spawn(argv: readonly string[], options?: SpawnOptions): Child
  /** Runs a program whose output is read while it runs. */
  stream(argv: readonly string[]): ProgramOutput

  /** The value of a setting in `/proc/sys`, by dotted name; undefined if it does not exist. */
  readSysctl(name: string): string | undefined
  writeSysctl(name: string, value: string): void

  /** Calls back some milliseconds after links or addresses changed. */
  watchLinks(changed: () => void): Disposable
  readLinks(): Promise<readonly LinkState[]>

  /**
   * Applies all changes in order, also after a failure. Returns the failures by position, `undefined` for the others. Throws
   * `Unavailable` if the kernel does not respond.
   */
  changeLinks(changes: readonly LinkChange[]): Promise<readonly (LinkFailure | undefined)[]>

  /** All IPv4 routes of all tables. Throws `Unavailable` if the kernel does not respond. */
  readRoutes(): Promise<readonly Route[]>
  /** Calls back with the changes some milliseconds after them; also with those by `changeLinks`. */
  watchRouting(noticed: (notices: readonly LinkNotice[]) => void): Disposable

  /** The `bits` of the existing input guards; undefined if the kernel has no XFRM. Throws `Unavailable`. */
  readInputGuards(): Promise<readonly number[] | undefined>

  /**
   * The selected IPv4 connections that are tracked, in parts, so that memory use does not depend on the length of the table. A
   * part is valid until the next is read; a connection may occur twice. Throws `Refused`, `Unavailable`.
   */
  connections(of: Selection): AsyncIterable<readonly Connection[]>
  /** Ends these connections. It is no failure if one has already ended. Throws `Refused`, `Unavailable`. */
  endConnections(ended: readonly Connection[]): Promise<void>

  /**
   * Sends one request and returns the time until the reply in milliseconds; undefined after the timeout. Uses only the given
   * link, whatever the routes are. Throws `CommandFailed` with the system's reason if the request could not be sent: the link
   * is missing, it has no route, or the firewall rejects it.
   */
  echo(options: EchoOptions): Promise<number | undefined>

  /**
   * Hardware addresses that reply to an ARP request within the timeout. The kernel's neighbours do not change. Throws
   * `CommandFailed` if the link is missing.
   */
  arpProbe(probe: ArpProbe): Promise<readonly Mac[]>

  /**
   * Downloads from a URL over one link, whatever the routes are, and discards the data. Throws `CommandFailed` with the reason
   * if no data arrived or the status is not 200.
   */
  download(options: DownloadOptions): Promise<Downloaded>

  /** Fetches a URL into a file. Throws `CommandFailed` with the reason; the file is then unchanged. */
  fetchFile(options: FetchOptions): Promise<Fetched>

  openPackets(filter: PacketFilter): PacketSocket

  /**
   * Joins multicast groups on a link until disposed of, so that switches and the network card forward them. Throws
   * `CommandFailed` if the link is missing, or for more than 20 groups.
   */
  joinGroups(link: string, groups: readonly Ip[]): Disposable

  /** The text of a file; undefined if it does not exist. */
  readFile(path: string): string | undefined
  /** The bytes of a large file, read in another thread; undefined if it does not exist. Throws the system's error. */
  readBytes(path: string): Promise<Uint8Array | undefined>
  /** The bytes of a file in memory that threads can share; undefined if it does not exist. */
  readShared(path: string): SharedArrayBuffer | undefined
  /** Returns such memory to the system immediately. It then contains zeros. */
  releaseShared(memory: SharedArrayBuffer): void
  /** Names of the files in a directory; none if it does not exist. */
  listFiles(path: string): readonly string[]
  /** Names of the directories in a directory; none if it does not exist. */
  listDirectories(path: string): readonly string[]
  /** Replaces a file atomically: readers see the old one or the new one. */
  writeFile(path: string, text: string, mode: number): void
  removeFile(path: string): void
  /** Removes a directory and everything in it; no failure if it does not exist. */
  removeDirectory(path: string): void
  /** Creates a directory and its parents, accessible to this user only. An existing one is not changed. */
  makeDirectory(path: string): void
  watchFile(path: string, changed: () => void): Disposable
}
