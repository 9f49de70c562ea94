import { CommandFailed, Unavailable } from '../errors.ts'
import { type Phrase, verbatim } from '../phrases/phrase.ts'
import { ipToNumber } from '../values/ip.ts'
import type { Mac } from '../values/mac.ts'
import { containsIp, MULTICAST_NET } from '../values/subnet.ts'
import { decodeDatagram } from '../wire/ethernet.ts'
import { type FakeHostapd, fakeHostapd } from './fake/hostapd.fixture.ts'
import { fakeIp } from './fake/ip.fixture.ts'
import { fakeNft } from './fake/nft.fixture.ts'
import { fakePppd } from './fake/pppd.fixture.ts'
import { type FakeSupplicant, fakeSupplicant } from './fake/supplicant.fixture.ts'
import { fakeWireguard } from './fake/wireguard.fixture.ts'
import type { Downloaded, DownloadOptions, Fetched, FetchOptions } from './fetching.ts'
import type {
  ArpProbe,
  Clock,
  EchoOptions,
  EthernetFrame,
  LoggedPacket,
  Machine,
  OutcomeOptions,
  PacketFilter,
  ProgramOutcome,
} from './machine.ts'
import type { Mailed, MailOptions, Posted, PostOptions } from './posting.ts'
import { openSteppedClock, type SteppedClock } from './stepped.fixture.ts'
import type { RequestOptions, Responded, SftpOptions, SftpRead, SftpReadOptions, SftpResult } from './storing.ts'
import type { UnixRequest, UnixResponse } from './unixrequest.ts'
import { connectUnix, listenUnix } from './unixsocket.ts'

export interface FakeMachine<C extends Clock = SteppedClock> extends Machine {
  readonly clock: C
  readonly nft: Machine['nft']
  /** The links, with their addresses, neighbours and routes. */
  readonly ip: ReturnType<typeof fakeIp>
  readonly files: Map<string, string>
  readonly hostapd: FakeHostapd
  readonly supplicant: FakeSupplicant
  readonly pppd: ReturnType<typeof fakePppd>
  readonly wireguard: ReturnType<typeof fakeWireguard>
  readonly settings: Map<string, string>
  /** What `diskSpace` returns. */
  readonly disk: { free: number; total: number }
  /** What `powerManager` returns. */
  readonly power: { manager: 'systemd' | 'kernel' | undefined }
  /** The calls of reboot(2), by action, and of systemctl(1), by command line. */
  readonly powered: string[]
  /** The argv of each running program. */
  readonly running: Set<readonly string[]>
  /** The output of `iw` by its arguments. Without one, it fails. */
  readonly iw: Map<string, string>
  /** Sets how many milliseconds an echo takes on the machine's clock; undefined for one without a reply. */
  answerEchoes(answer: (options: EchoOptions) => number | undefined): void
  /** Sets which hardware addresses reply to an ARP request. */
  answerArp(answer: (probe: ArpProbe) => readonly Mac[]): void
  /** The ARP announcements that were sent. */
  readonly announced: string[]
  /** Sets the result of downloads. */
  answerDownloads(answer: (options: DownloadOptions) => Downloaded): void
  /** Sets the response to fetches. An error that it throws is the reason of a failed fetch. */
  answerFetches(answer: (options: FetchOptions) => Promise<Served>): void
  /** Sets the text that a fetch over a link returns. An error that it throws is the reason of a failed fetch. */
  answerTexts(answer: (options: DownloadOptions) => string): void
  /** Sets the response to POST requests. An error that it throws is the reason why there is none. */
  answerPosts(answer: (options: PostOptions) => Posted | Promise<Posted>): void
  /** Sets the response to requests of other methods. An error that it throws is the reason why there is none. */
  answerRequests(answer: (options: RequestOptions) => Responded | Promise<Responded>): void
  /** Sets what an SFTP server does. */
  answerSftp(answer: (options: SftpOptions) => SftpResult | Promise<SftpResult>): void
  /** Sets what an SFTP server returns. */
  answerSftpReads(answer: (options: SftpReadOptions) => SftpRead): void
  /** Sets what becomes of e-mails. */
  answerMails(answer: (options: MailOptions) => Mailed | Promise<Mailed>): void
  /** Sets how programs end that are run by `outcome`. */
  answerOutcomes(answer: (argv: readonly string[], options: OutcomeOptions) => ProgramOutcome): void
  /** Sets the response to HTTP requests on Unix sockets. Without it, no program answers. */
  answerUnix(answer: (request: UnixRequest) => UnixResponse | Promise<UnixResponse>): void
  /** Simulates a line that a program prints which was started with `spawn`. */
  print(argv: readonly string[], line: string): void
  /** Simulates the end of a program that was started with `spawn`. */
  exit(argv: readonly string[], code: number | null): void
  /** Answers the next calls of `interact`. */
  answerInteractions(answer: Machine['interact']): void
  /** Calls the watchers of links. */
  linksChanged(): void
  /** Simulates received frames. */
  receive(frames: readonly EthernetFrame[]): void
  /** Simulates packets that the firewall has logged. */
  logPackets(packets: readonly LoggedPacket[]): void
  /** The multicast groups that are joined now. */
  readonly joined: ReadonlySet<Membership>
  /** The frames that were sent. */
  readonly sent: EthernetFrame[]
}

/** The response of a server to a fetch. */
export type Served =
  | Exclude<Fetched, { kind: 'new' }>
  | { readonly kind: 'text'; readonly text: string; readonly etag?: string; readonly type?: string }

interface Membership {
  readonly link: string
  readonly groups: readonly string[]
}

interface PacketListener {
  readonly filter: PacketFilter
  receive: (frames: readonly EthernetFrame[]) => void
}

const passes = ({ bytes }: EthernetFrame, { udpDestinations, multicast, unicast }: PacketFilter): boolean => {
  const datagram = decodeDatagram(bytes)
  if (!datagram) return false
  const { destinationIp, destinationPort } = datagram
  const isGroup = containsIp(MULTICAST_NET, destinationIp)
  const isRouters = ipToNumber(destinationIp) % 4 === 1
  if (unicast && !isGroup && isRouters && unicast.nets.some((net) => containsIp(net, destinationIp)))
    return destinationPort >= unicast.ports.first && destinationPort <= unicast.ports.last
  if (!udpDestinations.includes(destinationPort)) return false
  return !multicast || isGroup
}

/** A stateful machine in memory. It rejects what a kernel would reject. By default, tests step its clock. */
export function fakeMachine(): FakeMachine
export function fakeMachine(clock: Clock): FakeMachine<Clock>
export function fakeMachine(clock: Clock = openSteppedClock()): FakeMachine<Clock> {
  const nft = fakeNft()
  const ip = fakeIp()
  const files = new Map<string, string>()
  const hostapd = fakeHostapd(files)
  const iw = new Map<string, string>()
  const supplicant = fakeSupplicant(files)
  const wireguard = fakeWireguard(files, ip)
  const settings = new Map<string, string>([
    ['net.ipv4.ip_forward', '0'],
    ['net.ipv4.conf.all.send_redirects', '1'],
    ['net.ipv4.ip_early_demux', '1'],
    ['net.ipv4.conf.all.rp_filter', '2'],
    ['net.netfilter.nf_conntrack_acct', '0'],
    ['net.netfilter.nf_conntrack_tcp_timeout_established', '432000'],
    ['net.netfilter.nf_conntrack_tcp_timeout_syn_sent', '120'],
    ['net.netfilter.nf_conntrack_tcp_timeout_syn_recv', '60'],
    ['net.netfilter.nf_conntrack_tcp_timeout_fin_wait', '120'],
    ['net.netfilter.nf_conntrack_tcp_timeout_time_wait', '120'],
    ['net.netfilter.nf_conntrack_generic_timeout', '600'],
    ['net.unix.max_dgram_qlen', '10'],
    ['net.ipv4.tcp_syncookies', '1'],
    ['net.ipv4.ipfrag_time', '30'],
    ['net.ipv4.ipfrag_high_thresh', '4194304'],
  ])
  const hasSetting = (name: string): boolean => {
    const [, link = ''] = /^net\.ipv[46]\.conf\.([^.]+)\.\w+$/.exec(name) ?? []
    return ip.links.has(link.replaceAll('/', '.'))
  }
  const isOfLink = (name: string): boolean =>
    /^net\.ipv[46]\.conf\./.test(name) && !name.startsWith('net.ipv4.conf.all.')
  const running = new Set<readonly string[]>()
  const disk = { free: 50e9, total: 100e9 }
  const power: FakeMachine['power'] = { manager: undefined }
  const powered: string[] = []
  const linkWatchers = new Set<() => void>()
  const fileWatchers = new Map<() => void, string>()
  const sent: EthernetFrame[] = []
  const fileChanged = (path: string): void => {
    for (const [changed, watched] of fileWatchers) if (watched === path) changed()
  }
  const pppd = fakePppd(files, fileChanged)
  const listening = new Set<PacketListener>()
  const joined = new Set<Membership>()
  const logReaders = new Map<number, (packets: readonly LoggedPacket[]) => void>()

  let answer: (options: EchoOptions) => number | undefined = () => undefined
  let answerProbe: (probe: ArpProbe) => readonly Mac[] = () => []
  const announced: string[] = []
  let serve: (options: FetchOptions) => Promise<Served> = async () => {
    throw new Error('not available on the fake machine')
  }
  let answerDownload: (options: DownloadOptions) => Downloaded = () => ({ bytes: 0, ms: 0 })
  let answerText: (options: DownloadOptions) => string = () => ''
  let answerPost: (options: PostOptions) => Posted | Promise<Posted> = () => ({ status: 200, retryAfter: undefined })
  let answerRequest: (options: RequestOptions) => Responded | Promise<Responded> = () => ({ status: 201, text: '' })
  let answerSftp: (options: SftpOptions) => SftpResult | Promise<SftpResult> = ({ remove }) => ({
    ...{ kind: 'stored', removed: remove },
  })
  let answerSftpRead: (options: SftpReadOptions) => SftpRead = () => ({ kind: 'names', names: [] })
  let answerMail: (options: MailOptions) => Mailed | Promise<Mailed> = () => ({ kind: 'sent' })
  let answerInteraction: FakeMachine['interact'] = (argv) => ({
    ended: Promise.resolve({ code: null, excess: undefined, errors: `${argv[0]}: not available on the fake machine` }),
    send: () => undefined,
    cpuMs: () => 0,
    [Symbol.dispose]: () => undefined,
  })
  let answerOutcome: (argv: readonly string[], options: OutcomeOptions) => ProgramOutcome = () => ({
    code: 0,
    output: '',
  })

  let answerUnix: (request: UnixRequest) => UnixResponse | Promise<UnixResponse> = ({ socket }) => {
    throw new Unavailable(verbatim(`${socket}: no program answers`))
  }
  const spawned = new Map<readonly string[], { line: (text: string) => void; end: (code: number | null) => void }>()

  const end = (pid: number): void => {
    if (pppd.has(pid)) pppd.end(pid)
    else (supplicant.runs(pid) ? supplicant : hostapd).kill(pid)
  }

  return {
    clock,
    ip,
    files,
    hostapd,
    iw,
    supplicant,
    pppd,
    wireguard,
    announced,
    settings,
    disk,
    diskSpace: () => disk,
    power,
    powered,
    powerManager: () => power.manager,
    kernelPower(action) {
      if (power.manager !== 'kernel') throw new Unavailable(verbatim('Operation not permitted'))
      powered.push(action)
    },
    listenUnix,
    connectUnix,
    running,
    sent,
    nft: nft.run,
    openTable: nft.openTable,
    removeTable: nft.removeTable,
    replaceTable: nft.replaceTable,
    owns: nft.owns,
    changeElements: nft.changeElements,
    nftList: nft.list,
    watchTable: nft.watchTable,
    async run(argv) {
      const [program, command = '', number] = argv
      if (program === 'hostapd') hostapd.start(argv)
      if (program === 'wpa_supplicant') supplicant.start(argv)
      if (program === 'pppd') pppd.start(argv)
      if (program === 'kill') end(Number(number))
      if (program === 'systemctl') {
        if (power.manager !== 'systemd') throw new CommandFailed(argv, 1, 'System has not been booted with systemd')
        powered.push(argv.join(' '))
        return ''
      }
      if (['hostapd', 'wpa_supplicant', 'pppd', 'kill'].includes(program ?? '')) return ''
      const answer = program === 'iw' ? iw.get(argv.slice(1).join(' ')) : undefined
      if (answer !== undefined) return answer
      const shown = wireguard.run(argv)
      if (shown !== undefined) return shown
      if (program !== 'nft') return ip.run(argv)
      await nft.program(command)
      return ''
    },
    answerOutcomes(given) {
      answerOutcome = given
    },
    outcome: async (argv, options) => answerOutcome(argv, options),
    readCounters: nft.counters,
    watchCounters: nft.watchCounters,
    spawn(argv, { onLine = () => undefined } = {}) {
      running.add(argv)
      const { promise: exited, resolve } = Promise.withResolvers<number | null>()
      const end = (code: number | null): void => {
        running.delete(argv)
        spawned.delete(argv)
        resolve(code)
      }
      spawned.set(argv, { line: onLine, end })
      return { pid: 1000 + running.size, exited, [Symbol.dispose]: () => end(0) }
    },
    print: (argv, line) => spawned.get(argv)?.line(line),
    exit: (argv, code) => spawned.get(argv)?.end(code),
    answerUnix(given) {
      answerUnix = given
    },
    requestUnix: async (request) => answerUnix(request),
    answerInteractions(given) {
      answerInteraction = given
    },
    interact: (argv, options) => answerInteraction(argv, options),
    stream(argv) {
      return {
        async *[Symbol.asyncIterator]() {
          yield Buffer.from(await ip.run(argv))
        },
        [Symbol.dispose]: () => undefined,
      }
    },
    readSysctl(name) {
      // The settings of a link are removed with it.
      if (isOfLink(name) && !hasSetting(name)) settings.delete(name)
      return settings.get(name) ?? (hasSetting(name) ? '0' : undefined)
    },
    writeSysctl(name, value) {
      const isNew = settings.get(name) !== value
      settings.set(name, value)
      if (isNew) ip.settingChanged(name)
    },
    watchLinks(changed) {
      linkWatchers.add(changed)
      return { [Symbol.dispose]: () => void linkWatchers.delete(changed) }
    },
    linksChanged() {
      for (const changed of linkWatchers) changed()
    },
    readLinks: async () =>
      [...ip.links.values()].map(({ name, index, mac, madeWith, up, mtu, slot }) => ({
        ...{ name, index, mac, up, mtu },
        ...(madeWith === mac ? undefined : { permanentMac: madeWith }),
        ...(slot === undefined ? undefined : { slot }),
      })),
    changeLinks: ip.changeLinks,
    readInputGuards: ip.readInputGuards,
    readRoutes: ip.readRoutes,
    watchRouting: ip.watchRouting,
    connections: ip.connections,
    endConnections: ip.endConnections,
    answerEchoes(given) {
      answer = given
    },
    async echo(options) {
      const { link, address, timeoutMs } = options
      if (!ip.links.has(link)) throw new CommandFailed(['echo', link, address], null, 'no such device')
      const tookMs = answer(options)
      const inTime = tookMs !== undefined && tookMs < timeoutMs
      await new Promise<void>((resolve) => clock.after(inTime ? tookMs : timeoutMs, resolve))
      return inTime ? tookMs : undefined
    },
    answerArp(given) {
      answerProbe = given
    },
    async arpProbe(probe) {
      if (!ip.links.has(probe.link)) throw new CommandFailed(['arp', probe.link, probe.target], null, 'no such device')
      return answerProbe(probe)
    },
    arpAnnounce(link, { ip: address, mac }) {
      if (!ip.links.has(link)) throw new CommandFailed(['arp', link, address], null, 'no such device')
      announced.push(`${address} is at ${mac} on ${link}`)
    },
    answerDownloads(given) {
      answerDownload = given
    },
    async download(options) {
      const { link, url } = options
      if (!ip.links.has(link)) throw new CommandFailed(['download', link, url], null, 'no such device')
      const downloaded = answerDownload(options)
      await new Promise<void>((resolve) => clock.after(downloaded.ms, resolve))
      return downloaded
    },
    answerFetches(given) {
      serve = given
    },
    async fetchFile(options) {
      const { url, path, mostBytes, onBytes, refuse } = options
      const failed = (reason: string | Phrase): CommandFailed => new CommandFailed(['fetch', url], null, reason)
      const served = await serve(options).catch((error: Error) => {
        throw failed(error.message)
      })
      if (served.kind !== 'text') return served
      const bytes = new TextEncoder().encode(served.text)
      if (bytes.length > mostBytes) throw failed('the response is too long')
      onBytes(bytes)
      const reason = refuse(served.type)
      if (reason !== undefined) throw failed(reason)
      files.set(path, served.text)
      return { kind: 'new', bytes: bytes.length, etag: served.etag, modified: undefined }
    },
    answerTexts(given) {
      answerText = given
    },
    async fetchText(options) {
      try {
        return answerText(options)
      } catch (error) {
        throw new CommandFailed(['fetch', options.link, options.url], null, (error as Error).message)
      }
    },
    answerPosts(given) {
      answerPost = given
    },
    async post(options) {
      try {
        return await answerPost(options)
      } catch (error) {
        throw new CommandFailed(['post', options.url], null, (error as Error).message)
      }
    },
    answerRequests(given) {
      answerRequest = given
    },
    async request(options) {
      try {
        return await answerRequest(options)
      } catch (error) {
        throw new CommandFailed([options.method, options.url], null, (error as Error).message)
      }
    },
    answerSftp(given) {
      answerSftp = given
    },
    storeOverSftp: async (options) => answerSftp(options),
    answerSftpReads(given) {
      answerSftpRead = given
    },
    readOverSftp: async (options) => answerSftpRead(options),
    createSshKey: async () => ({ publicKey: 'ssh-ed25519 AAAA sallyport', privateKey: 'the private key' }),
    answerMails(given) {
      answerMail = given
    },
    sendMail: async (options) => answerMail(options),
    // No server listens, and none answers.
    dial: async () => refuseConnection(),
    connectMqtt: async () => refuseConnection(),
    connectNats: async () => refuseConnection(),
    connectDatagrams: () => ({ send: () => undefined, [Symbol.dispose]: () => undefined }),
    authorityBundle: (authorities) => authorities.join(''),
    openControl: (path, receive) => (supplicant.hasSocket(path) ? supplicant : hostapd).openControl(path, receive),
    watchProcess(pid, ended) {
      if (pppd.has(pid)) return pppd.watch(pid, ended)
      return (supplicant.runs(pid) ? supplicant : hostapd).watchProcess(pid, ended)
    },
    openPackets(filter) {
      const socket: PacketListener = { filter, receive: () => undefined }
      listening.add(socket)
      return {
        onFrames(receive) {
          socket.receive = receive
        },
        send: (frames) => void sent.push(...frames),
        [Symbol.dispose]: () => void listening.delete(socket),
      }
    },
    receive(frames) {
      for (const { filter, receive } of [...listening]) {
        const passing = frames.filter((frame) => passes(frame, filter))
        if (passing.length > 0) receive(passing)
      }
    },
    joined,
    joinGroups(link, groups) {
      if (!ip.links.has(link)) throw new CommandFailed(['join', ...groups, link], null, 'no such device')
      const membership = { link, groups }
      joined.add(membership)
      return { [Symbol.dispose]: () => void joined.delete(membership) }
    },
    logPackets(packets) {
      for (const receive of logReaders.values()) receive(packets)
    },
    openPacketLog(group, receive) {
      if (logReaders.has(group))
        throw new Unavailable(verbatim('packets of the log cannot be read: Device or resource busy'))
      logReaders.set(group, receive)
      return { lost: () => 0, [Symbol.dispose]: () => void logReaders.delete(group) }
    },
    readFile: (path) => files.get(path),
    readBytes: async (path) => (files.has(path) ? new TextEncoder().encode(files.get(path)) : undefined),
    readShared(path) {
      const text = files.get(path)
      if (text === undefined) return undefined
      const buffer = new SharedArrayBuffer(text.length)
      new Uint8Array(buffer).set(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))
      return buffer
    },
    releaseShared: (memory) => void new Uint8Array(memory).fill(0),
    listFiles: (path) =>
      [...files.keys()]
        .filter((file) => file.slice(0, file.lastIndexOf('/')) === path)
        .map((file) => file.slice(path.length + 1)),
    listDirectories: (path) => [
      ...new Set(
        [...files.keys()]
          .filter((file) => file.startsWith(`${path}/`) && file.indexOf('/', path.length + 1) > 0)
          .map((file) => file.slice(path.length + 1, file.indexOf('/', path.length + 1))),
      ),
    ],
    writeFile(path, text) {
      files.set(path, text)
      fileChanged(path)
    },
    makeDirectory: () => undefined,
    removeFile: (path) => void files.delete(path),
    removeDirectory(path) {
      for (const file of files.keys()) if (file.startsWith(`${path}/`)) files.delete(file)
    },
    watchFile(path, changed) {
      fileWatchers.set(changed, path)
      return { [Symbol.dispose]: () => void fileWatchers.delete(changed) }
    },
  }
}

function refuseConnection(): never {
  throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' })
}
