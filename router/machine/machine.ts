import type { Ip } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import type { Subnet } from '../values/subnet.ts'
import type { Connection } from '../wire/conntrack.ts'
import type { ConnectionSelection } from '../wire/conntrack-selection.ts'
import type { NflogEntry } from '../wire/nflog.ts'
import type { Addition } from '../wire/nft-additions.ts'
import type { Counter } from '../wire/nft-counters.ts'
import type { ElementChange } from '../wire/nft-elements.ts'
import type { DialTarget } from './dial.ts'
import type { Downloaded, DownloadOptions, Fetched, FetchOptions } from './fetching.ts'
import type { Interaction, InteractionOptions } from './interaction.ts'
import type { MqttOptions, MqttSession, NatsOptions, NatsSession } from './messaging.ts'
import type { Mailed, MailOptions, Posted, PostOptions } from './posting.ts'
import type { LinkAttributes, LinkChange, LinkFailure, LinkNotice, Route } from './routing.ts'
import type { Sockets, Stream } from './sockets.ts'
import type {
  RequestOptions,
  Responded,
  SftpOptions,
  SftpRead,
  SftpReadOptions,
  SftpResult,
  SshKeyPair,
} from './storing.ts'
import type { UnixRequest, UnixResponse } from './unixrequest.ts'
import type { LocalStream, ReadBuffer, UnixAddress } from './unixsocket.ts'

/** Measures durations: timeouts, leases, retries, rate limits, ages. Setting the time of day does not change it (CLOCK_MONOTONIC). */
export interface MonotonicClock {
  /** Whole milliseconds since an arbitrary moment. Comparable only within one thread, and never stored. */
  monotonic(): number
  /** Calls `run` once after `ms`, unless disposed of before. Does not keep the process alive. */
  after(ms: number, run: () => void): Disposable
}

/**
 * The clocks of the machine. Tests step them. A part that only measures durations requires a `MonotonicClock` and cannot read the
 * time of day; docs/times.md lists every file that reads it, and boundaries.test.ts compares.
 */
export interface Clock extends MonotonicClock {
  /**
   * The time of day, in milliseconds since 1970, for times that are displayed, logged or stored, and for schedules. It jumps when the clock is
   * set, on a board without a battery by years.
   */
  now(): number
  /** Resolves when `now` may be used for the end of something that is stored. Undefined: always. */
  settled?(): Promise<void>
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

/** How a program ended. */
export interface ProgramOutcome {
  /** Undefined if it could not be started; null if a signal ended it. */
  readonly code: number | null | undefined
  /** Its standard output, then its standard error, or why it could not be started. */
  readonly output: string
}

export interface OutcomeOptions {
  readonly input: string
  /** Then it is killed. */
  readonly timeoutMs: number
  /** Further output of either stream is discarded. */
  readonly mostBytes: number
}

/**
 * The output of a program as bytes, with backpressure. Reading throws `CommandFailed` at the end if the program failed.
 * Disposing of it ends the program; its last output can still be read.
 */
export interface ProgramOutput extends AsyncIterable<Uint8Array>, Disposable {}

/** The control interface of hostapd or wpa_supplicant. */
export interface Control extends Disposable {
  /** The answer to a command. Several may be under way; they are sent in order. Throws `Unavailable` when the program has ended or does not answer. */
  request(command: string): Promise<string>
  /**
   * Resolves when the events are received that the program has sent before this call: answers and events come in two ways. Throws
   * `Unavailable` like `request`.
   */
  settle(): Promise<void>
}

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

/** A packet that a rule of the firewall has logged. Its bytes are valid only while it is received. */
export interface LoggedPacket extends Pick<NflogEntry, 'prefix' | 'hardwareType' | 'linkHeader' | 'packet'> {
  /** Names of the links; empty for none, and for a link that was removed. */
  readonly inputLink: string
  readonly outputLink: string
}

export interface PacketLog extends Disposable {
  /** The number of logged packets that were lost because they were not read in time. */
  lost(): number
}

/** Which frames reach a packet socket: whole UDP datagrams over IPv4 to one of these ports. */
export interface PacketFilter {
  readonly udpDestinations: readonly number[]
  /** Only those that are sent to a multicast group. */
  readonly multicast?: true
  /** With `multicast`: also those to these ports of the router's addresses in these networks. */
  readonly unicast?: UnicastFilter
}

/** The router's address in a /30 network is its second one. */
export interface UnicastFilter {
  readonly ports: { readonly first: number; readonly last: number }
  readonly nets: readonly Subnet[]
}

/** The target of a ping over a link: an ICMP echo request, a datagram to a UDP port, or a connection to a TCP port. */
export type EchoTarget = { readonly link: string; readonly address: Ip } & (
  | { readonly kind: 'icmp' }
  | { readonly kind: 'udp'; readonly port: number }
  | { readonly kind: 'tcp'; readonly port: number }
)
export type EchoOptions = EchoTarget & { readonly timeoutMs: number }

/** The router's own MAC and IP address on a link. */
export interface ArpSender {
  readonly ip: Ip
  readonly mac: Mac
}

/** An ARP request on a link. */
export interface ArpProbe {
  readonly link: string
  readonly sender: ArpSender
  readonly target: Ip
  readonly timeoutMs: number
}

/** The size of a file system, in bytes. */
export interface DiskSpace {
  readonly free: number
  readonly total: number
}

/** What can be done with the power of the machine. */
export type PowerAction = 'reboot' | 'shutdown'

export interface CounterWatch extends Disposable {
  /** Calls back now for all counters that were deleted before this call. */
  drain(): void
}

/** All tables of nftables, one of them, or a map in it. */
export type NftObject = 'tables' | { readonly family: string; readonly table: string; readonly map?: string }

/** A table of nftables is new, the one that there was, or that one with other flags: then it is to be replaced. */
export type OpenedTable = 'new' | 'kept' | 'other'
/** nftables commands for a table, such as `inet NAME`. */
export interface TableTexts {
  /** Adds the contents to a table that is there and empty. */
  fill(table: string): string
  /** Puts a table with the contents in place of the one that there may be. */
  replace(table: string): string
  /** The same, and deletes the table again: the kernel rejects what it would reject in the table itself. */
  attempt(table: string): string
}

/** The interface to the operating system. No other module uses it directly. */
export interface Machine {
  readonly clock: Clock

  /** Runs nftables commands as one transaction, through libnftables. Throws `Refused` with the kernel's message; then nothing changed. */
  nft(commands: string): Promise<void>
  /**
   * Creates a table of the family `inet`, or takes over one that an earlier process has left. Where the kernel can do that (Linux 6.9),
   * other programs cannot change it while this process runs, and it stays when the process ends. Throws `Refused` if a running process
   * owns it.
   */
  openTable(name: string): Promise<OpenedTable>
  /** Deletes a table of the family `inet`, if there is one. Throws `Refused`. */
  removeTable(name: string): Promise<void>
  /**
   * Replaces a table of the family `inet`, or creates it. If the kernel rejects its contents, throws `Refused`, and the old table stays.
   * Otherwise there may be none for some milliseconds.
   */
  replaceTable(name: string, texts: TableTexts): Promise<void>
  /** Whether other programs cannot change a table. */
  owns(name: string): boolean
  /**
   * Adds and deletes elements of sets in a table of the family `inet`, in order, as one transaction; takes less than half the
   * time of `nft`. Throws `Refused` with the kernel's message; then nothing changed.
   */
  changeElements(table: string, changes: readonly ElementChange[]): Promise<void>
  /** What `nft -j list` prints, parsed; `terse` omits the elements of sets. Throws `Refused`, also for missing objects. */
  nftList(what: NftObject, detail?: 'all' | 'terse'): Promise<unknown>
  /**
   * Calls back when another program changed this nftables table of the family `inet`; not for `nft` and `changeElements`. A few rules or
   * elements that it has added are deleted before the call, in which they are `undone`: a comparison of the table takes much longer.
   */
  watchTable(name: string, changed: (undone: readonly Addition[]) => void): Disposable
  /**
   * The counters of a set of IPv4 addresses in a table of the family `inet`, by address. Throws `Refused` if the set does not
   * exist, `Unavailable` if the kernel does not respond.
   */
  readCounters(table: string, set: string): Promise<ReadonlyMap<Ip, Counter>>
  /**
   * Calls back with the last value of each counter in sets of IPv4 addresses of this table of the family `inet` whose element
   * was deleted. When the whole table or set is deleted, it is not called.
   */
  watchCounters(table: string, ended: (set: string, ip: Ip, counter: Counter) => void): CounterWatch

  /** Runs a program, without a shell, and returns its output. Throws `CommandFailed`. */
  run(argv: readonly string[], options?: { input?: string; timeoutMs?: number }): Promise<string>
  /** Runs a program, without a shell, until it ends with any status. */
  outcome(argv: readonly string[], options: OutcomeOptions): Promise<ProgramOutcome>
  spawn(argv: readonly string[], options?: SpawnOptions): Child
  /** Runs a program whose output is read while it runs. */
  stream(argv: readonly string[]): ProgramOutput
  /** Runs a program, without a shell, and exchanges lines with it. */
  interact(argv: readonly string[], options: InteractionOptions): Interaction

  /**
   * Connects to the control interface of hostapd or wpa_supplicant at this path. Its events are passed on without their
   * level. Throws `Unavailable` when no program answers there.
   */
  openControl(path: string, receive: (event: string) => void): Promise<Control>
  /** Calls back once when a process has ended, also one that this process did not start; immediately if there is none. */
  watchProcess(pid: number, ended: () => void): Disposable

  /** The value of a setting in `/proc/sys`, by dotted name; undefined if it does not exist. */
  readSysctl(name: string): string | undefined
  writeSysctl(name: string, value: string): void

  /** Calls back some milliseconds after links or addresses changed. */
  watchLinks(changed: () => void): Disposable
  readLinks(): Promise<readonly LinkAttributes[]>

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
  connections(of: ConnectionSelection): AsyncIterable<readonly Connection[]>
  /** Ends these connections. It is no failure if one has already ended. Throws `Refused`, `Unavailable`. */
  endConnections(ended: readonly Connection[]): Promise<void>

  /**
   * Sends one request and returns the time until the reply in milliseconds; undefined after the timeout. An accepted or refused TCP
   * connection is a reply. Uses only the given link, regardless of the routes. Throws `CommandFailed` with the system's reason if the request could not be sent: the link
   * is missing, it has no route, or the firewall rejects it.
   */
  echo(options: EchoOptions): Promise<number | undefined>

  /**
   * Hardware addresses that reply to an ARP request within the timeout. The kernel's neighbours do not change. Throws
   * `CommandFailed` if the link is missing.
   */
  arpProbe(probe: ArpProbe): Promise<readonly Mac[]>

  /**
   * Sends an ARP announcement to all hosts on a link (RFC 5227 §2.3): those that have another MAC for the address replace it. Throws
   * `CommandFailed` if the link is missing.
   */
  arpAnnounce(link: string, sender: ArpSender): void

  /**
   * Downloads from a URL over one link, regardless of the routes, and discards the data. Throws `CommandFailed` with the reason
   * if no data arrived or the status is not 200.
   */
  download(options: DownloadOptions): Promise<Downloaded>

  /** Fetches a URL into a file. Throws `CommandFailed` with the reason; the file is then unchanged. */
  fetchFile(options: FetchOptions): Promise<Fetched>

  /**
   * Fetches a text over one link, regardless of the routes. Throws `CommandFailed` with the reason if it is longer than
   * `mostBytes` or the status is not 200.
   */
  fetchText(options: DownloadOptions): Promise<string>
  /** Sends a POST request. Throws `CommandFailed` with the reason if there is no response. */
  post(options: PostOptions): Promise<Posted>
  /** Sends a PUT or DELETE request. Throws `CommandFailed` with the reason if there is no response. */
  request(options: RequestOptions): Promise<Responded>
  /** Writes and deletes files on an SFTP server. */
  storeOverSftp(options: SftpOptions): Promise<SftpResult>
  /** Reads a file or the names in a folder from an SFTP server. */
  readOverSftp(options: SftpReadOptions): Promise<SftpRead>
  /** A new Ed25519 key pair for SSH. */
  createSshKey(): Promise<SshKeyPair>
  /** Sends an e-mail through an SMTP server. */
  sendMail(options: MailOptions): Promise<Mailed>
  /** Connects to a server, as `router/machine/dial.ts` states. */
  dial(target: DialTarget, timeoutMs: number): Promise<Stream>
  /** Connects to an MQTT broker, as `router/machine/mqtt.ts` states. */
  connectMqtt(target: DialTarget, options: MqttOptions): Promise<MqttSession>
  /** Connects to a NATS server, as `router/machine/nats.ts` states. */
  connectNats(target: DialTarget, options: NatsOptions): Promise<NatsSession>
  /** Opens a UDP socket that is connected to a server, on a random port. */
  readonly connectDatagrams: Sockets['connectDatagrams']
  /** PEM text of the certificate authorities that the router trusts, and of these. */
  authorityBundle(authorities: readonly string[]): string

  openPackets(filter: PacketFilter): PacketSocket

  /** Sends an HTTP request to a program on this machine. Throws `Unavailable` without a complete response. */
  requestUnix(request: UnixRequest): Promise<UnixResponse>
  /** Accepts connections on a Unix socket. Throws the system's error. */
  listenUnix(at: UnixAddress, accept: (stream: LocalStream) => void): Promise<Disposable>
  /**
   * Connects to a Unix socket; a symbolic link at this path is not followed. Throws the system's error if there is no socket. With
   * `onread`, received bytes are stored there, and are no events of the stream.
   */
  connectUnix(path: string, onread?: ReadBuffer): LocalStream

  /**
   * Receives the packets that rules of the firewall log to an NFLOG group, some at a time, within 300 ms. Throws `Unavailable`
   * if the kernel has no NFLOG, or another program reads the group.
   */
  openPacketLog(group: number, receive: (packets: readonly LoggedPacket[]) => void): PacketLog

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
  /** Free and total bytes of the file system of a directory: statvfs(3). Throws the system's error. */
  diskSpace(path: string): DiskSpace

  /**
   * What reboots this machine: systemd, or the kernel where there is no systemd. Undefined where this process runs in namespaces of
   * the machine, as in the virtual home and in containers: the machine is not its own.
   */
  powerManager(): 'systemd' | 'kernel' | undefined
  /** Writes all files to the disk and reboots or turns off the machine immediately: reboot(2). Throws `Unavailable`. */
  kernelPower(action: PowerAction): void
}

/** What drivers use that run a program with a control socket: hostapd and wpa_supplicant. */
export type ControlledProgramMachine = Pick<
  Machine,
  | 'run'
  | 'readLinks'
  | 'openControl'
  | 'watchProcess'
  | 'watchFile'
  | 'readFile'
  | 'writeFile'
  | 'removeFile'
  | 'makeDirectory'
  | 'clock'
>
