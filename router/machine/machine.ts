import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import type { Subnet } from '../values/subnet.ts'
import type { Connection } from '../wire/conntrack.ts'
import type { Counter } from '../wire/nft-counters.ts'
import type { ElementChange } from '../wire/nft-elements.ts'

/** The clock of the machine, so that tests can step it by hand. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Run once, `ms` from now, unless disposed of before. Does not keep the process alive. */
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
 * What a program prints, byte for byte, no faster than it is read. Reading throws `CommandFailed` at the end of a program that
 * failed. Disposing of it ends the program; its last output can still be read.
 */
export interface ProgramOutput extends AsyncIterable<Uint8Array>, Disposable {}

/** An Ethernet frame as it came in: the link's index and name, and all its bytes from the destination address on. */
export interface EthernetFrame {
  readonly link: string
  readonly bytes: Uint8Array
}

/**
 * Whole frames in and out on every link at once, filtered in the kernel. Sees a frame before the firewall does, and with
 * its true Ethernet source.
 */
export interface PacketSocket extends Disposable {
  /** Frames come in batches: all that had arrived. */
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

/** An ARP request on a link. `sender` is what the link's own end is known by there. */
export interface ArpProbe {
  readonly link: string
  readonly sender: { readonly ip: Ip; readonly mac: Mac }
  readonly target: Ip
  readonly timeoutMs: number
}

/** What to fetch, from which address, over which link; and when it has been enough. */
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
  /** From the answer's head to its end, or to where it had been enough. */
  readonly ms: number
}

/** What to fetch into a file, from which address, and when it has been enough. */
export interface FetchOptions {
  /** `http:` or `https:`. Its name is what the server's certificate must carry; it is not looked up. */
  readonly url: string
  readonly ip: Ip
  /** Kept there, compressed with zstd. What is there stays until the new one is whole. */
  readonly path: string
  /** What the server said of the one that is there: it needs not be sent again if it is still the same. RFC 9110, 13. */
  readonly known: FetchedVersion | undefined
  /** Uncompressed. */
  readonly mostBytes: number
  readonly timeoutMs: number
  /** PEM text of certificate authorities that are trusted in addition to the built-in ones. */
  readonly authorities: readonly string[]
  /** Called with each chunk, uncompressed. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Asked when all is there: a reason why it shall not be kept after all. */
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
  /** Nothing was fetched: it is somewhere else, by the server's word, which may be relative. */
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
  /** 0 where `action` says what happens instead. */
  readonly table: number
  /** Drop the packet, do nothing, or continue with the rules from another priority on. */
  readonly action?: 'blackhole' | 'nop' | { readonly goto: number }
  /** Only packets that this machine itself sends. */
  readonly own?: true
  /** Packets with these bits in their mark; otherwise whatever their mark. */
  readonly mark?: { readonly value: number; readonly mask: number }
  /** Packets from this address. */
  readonly source?: Ip
  /** Of what the table says, its default route is not taken. */
  readonly exceptDefault?: boolean
}

/**
 * Something that is to be on a link, or is to be gone. What is there already, or gone already, is no failure; an address, a
 * neighbour or a route replaces the one that it would otherwise duplicate.
 */
export type LinkChange =
  | ({ readonly link: string } & (
      | { readonly kind: 'bridge'; readonly present: boolean }
      /** What is tagged so on the parent, as a link of its own: IEEE 802.1Q. */
      | { readonly kind: 'vlan'; readonly present: boolean; readonly parent: string; readonly tag: number }
      /** Its hardware address; when that is to be gone, the one that it was made with. */
      | { readonly kind: 'mac'; readonly present: true; readonly mac: Mac }
      | { readonly kind: 'mac'; readonly present: false }
      | { readonly kind: 'up'; readonly present: boolean }
      | { readonly kind: 'address'; readonly present: boolean; readonly ip: Ip; readonly prefix: number }
      /** Known for good: never asked for, never learned. */
      | { readonly kind: 'neighbour'; readonly present: true; readonly ip: Ip; readonly mac: Mac }
      | { readonly kind: 'neighbour'; readonly present: false; readonly ip: Ip }
      /** `source` is the address that the router itself then sends from. The lowest metric of a table is taken. */
      | {
          readonly kind: 'default route'
          readonly present: boolean
          readonly table: number
          readonly metric: number
          readonly gateway: Ip
          readonly source: Ip
        }
      /** The route to the network of an address of the link, which the kernel makes with the address. */
      | { readonly kind: 'connected route'; readonly present: boolean; readonly net: Subnet; readonly source: Ip }
      /** The route that delivers packets for an address to this machine, which the kernel makes with the address. */
      | { readonly kind: 'local route'; readonly present: boolean; readonly ip: Ip }
      /** The way to what is behind a link that somebody else made; whatever else leads there goes before it. */
      | {
          readonly kind: 'route'
          readonly present: boolean
          readonly net: Subnet
          /** A machine on that link; without one, everything there is on the link itself. */
          readonly gateway: Ip | undefined
        }
    ))
  | ({ readonly kind: 'rule'; readonly present: boolean } & RoutingRule)
  /** A route of any kind, as the kernel lists it. */
  | { readonly kind: 'any route'; readonly present: boolean; readonly route: Route }
  /** What arrives for this machine itself without these bits in its mark is dropped, by a policy of XFRM: ip-xfrm(8). */
  | { readonly kind: 'input guard'; readonly present: boolean; readonly bits: number }

/** The routing table of everything that no rule leads elsewhere, and the one of this machine's own addresses. */
export const MAIN_TABLE = 254
export const LOCAL_TABLE = 255
/** The origin of routes that the kernel made by itself. */
export const KERNEL_ORIGIN = 2
/** The origin of routes of our making, and nobody else's: `ip route show proto 83`. */
export const ROUTE_ORIGIN = 83
/** The group that links of our making are in, and nobody else's: `ip link show group 21328`. */
export const LINK_GROUP = 0x5350

/** An IPv4 route: `struct rtmsg` of rtnetlink(7). */
export interface Route {
  readonly table: number
  /** `RTN_UNICAST`, `RTN_LOCAL`, …: see `ROUTE_TYPE`. */
  readonly type: number
  readonly net: Subnet
  /** Of several ways the first; undefined where packets are dropped. */
  readonly link: string | undefined
  readonly gateway: Ip | undefined
  readonly source: Ip | undefined
  readonly metric: number
  /** Who made it: `KERNEL_ORIGIN`, `ROUTE_ORIGIN` or another number. */
  readonly origin: number
}

export const ROUTE_TYPE = { unicast: 1, local: 2, blackhole: 6 } as const

/** What the kernel reports of links and routes: how something is now, whichever program changed it. */
export type LinkNotice =
  /** `mac` is undefined for one that was removed, or has none. */
  | { readonly kind: 'link'; readonly link: string; readonly up: boolean; readonly mac: Mac | undefined }
  | { readonly kind: 'address'; readonly present: boolean; readonly link: string; readonly address: string }
  /** `mac` is undefined for one that is gone, or was learned. */
  | { readonly kind: 'neighbour'; readonly link: string; readonly ip: Ip; readonly mac: Mac | undefined }
  | { readonly kind: 'route'; readonly present: boolean; readonly route: Route }
  /** Settings of a link, or those of all links. */
  | { readonly kind: 'settings'; readonly link: string | undefined }
  /** Routing rules or input guards changed, or reports were lost and anything may have changed. */
  | { readonly kind: 'other' }

export interface LinkFailure {
  /** In the kernel's words. */
  readonly reason: string
  /** The link, or the way over it, is not there (yet, or any more): nothing that anybody asked for is wrong. */
  readonly missing: boolean
}

/** The only door to the operating system. */
export interface Machine {
  readonly clock: Clock

  /** nftables commands as one transaction, through libnftables. Throws `Refused` with the kernel's words; then nothing changed. */
  nft(commands: string): Promise<void>
  /**
   * Elements of sets of a table of the family `inet` added and deleted, in this order, as one transaction, in less than half
   * the time that `nft` takes. Throws `Refused` with the kernel's words; then nothing changed.
   */
  changeElements(table: string, changes: readonly ElementChange[]): Promise<void>
  /** A `list` command's JSON, parsed; `terse` leaves out the elements of sets. Throws `Refused`, also when the thing is not there. */
  nftList(command: string, detail?: 'all' | 'terse'): Promise<unknown>
  /** Calls back when another program changed this nftables table of the family `inet`; not for what `nft` and `changeElements` did. */
  watchTable(name: string, changed: () => void): Disposable
  /**
   * The counters of a set of IPv4 addresses in a table of the family `inet`, by address. Throws `Refused` when the set is
   * not there, `Unavailable` when the kernel does not answer.
   */
  readCounters(table: string, set: string): Promise<ReadonlyMap<Ip, Counter>>

  /** Run a program to its end and give what it printed. Throws `CommandFailed`. Never a shell. */
  run(argv: readonly string[], options?: { input?: string; timeoutMs?: number }): Promise<string>
  spawn(argv: readonly string[], options?: SpawnOptions): Child
  /** Run a program whose output is read while it runs. */
  stream(argv: readonly string[]): ProgramOutput

  /** `/proc/sys` by dotted name. `undefined` when there is no such setting. */
  readSysctl(name: string): string | undefined
  writeSysctl(name: string, value: string): void

  /** Calls back, some milliseconds after something changed, about links and addresses. */
  watchLinks(changed: () => void): Disposable
  readLinks(): Promise<readonly LinkState[]>

  /**
   * Changes in their order, each tried even if an earlier one failed. Failures are returned at their position, the others
   * have `undefined`. Throws `Unavailable` when the kernel does not answer.
   */
  changeLinks(changes: readonly LinkChange[]): Promise<readonly (LinkFailure | undefined)[]>

  /** Every IPv4 route, of all tables. Throws `Unavailable` when the kernel does not answer. */
  readRoutes(): Promise<readonly Route[]>
  /** Calls back, some milliseconds after changes, with what changed; also after changes by `changeLinks`. */
  watchRouting(noticed: (notices: readonly LinkNotice[]) => void): Disposable

  /** The `bits` of the input guards that there are; undefined where the kernel has no XFRM. Throws `Unavailable`. */
  readInputGuards(): Promise<readonly number[] | undefined>

  /**
   * Tracked IPv4 connections that one of these addresses opened or answers, or that were sent to it; in parts, so that
   * the length of the table costs no memory. A part is good until the next is asked for; one may come twice. Throws `Refused`, `Unavailable`.
   */
  connections(of: readonly Ip[] | 'all'): AsyncIterable<readonly Connection[]>
  /** End just these. One that has ended by itself is no failure. Throws `Refused`, `Unavailable`. */
  endConnections(ended: readonly Connection[]): Promise<void>

  /**
   * Ask once, and give the time until the answer in milliseconds; undefined when none came in time. Only the link given is
   * used, whatever the routes say. Throws `CommandFailed` with the system's reason when the question could not be sent at
   * all: the link is gone, it leads nowhere, or the firewall forbids it.
   */
  echo(options: EchoOptions): Promise<number | undefined>

  /**
   * Hardware addresses that answer an ARP request within the time; none when nothing does. Nothing is learned from them.
   * Throws `CommandFailed` when the link is gone.
   */
  arpProbe(probe: ArpProbe): Promise<readonly Mac[]>

  /**
   * Fetch something over one link, whatever the routes say, and throw it away. Throws `CommandFailed` with the reason when
   * nothing of it came, or the server answered anything but 200.
   */
  download(options: DownloadOptions): Promise<Downloaded>

  /** Fetch something into a file. Throws `CommandFailed` with the reason; then the file is as it was. */
  fetchFile(options: FetchOptions): Promise<Fetched>

  openPackets(filter: PacketFilter): PacketSocket

  /**
   * Have switches and the network card let these multicast groups through to a link, for as long as it lasts. Throws
   * `CommandFailed` when the link is not there, or they are more than 20.
   */
  joinGroups(link: string, groups: readonly Ip[]): Disposable

  /** Text of a file, or undefined when there is none. */
  readFile(path: string): string | undefined
  /** A file that may be large, read without holding anybody up; undefined when there is none. Throws the system's error. */
  readBytes(path: string): Promise<Uint8Array | undefined>
  /** A file as memory that threads can share; undefined when there is none. */
  readShared(path: string): SharedArrayBuffer | undefined
  /** Such memory goes back to the system at once: whoever still looks into it finds zeros. */
  releaseShared(memory: SharedArrayBuffer): void
  /** Names of the files in a directory; none when it is not there. */
  listFiles(path: string): readonly string[]
  /** Names of the directories in a directory; none when it does not exist. */
  listDirectories(path: string): readonly string[]
  /** Replace a file as a whole: readers see the old one or the new one. */
  writeFile(path: string, text: string, mode: number): void
  removeFile(path: string): void
  /** Removes a directory and everything in it; no failure if it does not exist. */
  removeDirectory(path: string): void
  /** Make a directory, and those above it, for nobody but us; one that is there is left as it is. */
  makeDirectory(path: string): void
  watchFile(path: string, changed: () => void): Disposable
}
