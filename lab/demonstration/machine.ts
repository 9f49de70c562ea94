import { readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { systemClock } from '../../router/machine/clock.ts'
import { type FakeMachine, fakeMachine } from '../../router/machine/fake.fixture.ts'
import * as disk from '../../router/machine/linux/files.ts'
import { interact } from '../../router/machine/linux/interact.ts'
import { run } from '../../router/machine/linux/process.ts'
import type { Clock, EthernetFrame, Machine } from '../../router/machine/machine.ts'
import type { Ip } from '../../router/values/ip.ts'
import type { Mac } from '../../router/values/mac.ts'
import type { Counter } from '../../router/wire/nft-counters.ts'
import { ROOT } from '../process/place.ts'
import { ADS_LIST, ADVERTISERS, PROVIDER, RESOLVER } from './internet.ts'

/** The machine of a router without a network: the kernel is the one of the tests, in memory; the files are those of this computer. */
export interface SimulatedMachine extends Machine {
  readonly kernel: FakeMachine<Clock>
  /** The devices that answer on the router's links, by address. */
  readonly neighbours: Map<Ip, { readonly mac: Mac; readonly link: string }>
  /** Calls back with each frame that the router sends. */
  onSent(listener: (frame: EthernetFrame) => void): void
  /** Adds bytes to a counter of the firewall. */
  count(set: string, ip: Ip, bytes: number): void
}

const UPLINK_PROGRAM = 'udhcpc'
/** Bytes of a full packet. */
const PACKET = 1400
const NO_INTERNET = 'the demonstration home is not connected to the internet'
const LEAST_PING_MS = 9
const PING_SPREAD_MS = 6
const SPEED_BYTES_PER_MS = 12_500

/**
 * `data`: the router's data directory. Files that a router would have elsewhere are kept in `machine` below it, except for those of the program itself.
 */
export function openMachine(data: string, clock: Clock): SimulatedMachine {
  const kernel = fakeMachine(clock)
  const isOwn = (path: string): boolean => [data, ROOT.replace(/\/$/, '')].some((own) => isIn(own, path))
  const place = (path: string): string => (isAbsolute(path) && !isOwn(path) ? join(data, 'machine', path) : path)
  const listeners = new Set<(frame: EthernetFrame) => void>()
  const counters = new Map<string, Map<Ip, Counter>>()
  const neighbours: SimulatedMachine['neighbours'] = new Map()

  kernel.answerEchoes(() => LEAST_PING_MS + Math.random() * PING_SPREAD_MS)
  kernel.answerDownloads(() => ({ bytes: SPEED_BYTES_PER_MS * 1000, ms: 1000 }))
  kernel.answerFetches(async ({ url }) => {
    if (url !== ADS_LIST) throw new Error(NO_INTERNET)
    return { kind: 'text', text: ADVERTISERS.map((name) => `0.0.0.0 ${name}\n`).join('') }
  })
  const refuse = (): never => {
    throw new Error(NO_INTERNET)
  }
  kernel.answerTexts(refuse)
  kernel.answerPosts(refuse)
  kernel.answerRequests(refuse)

  return {
    ...kernel,
    kernel,
    neighbours,
    onSent: (listener) => void listeners.add(listener),
    count(set, ip, bytes) {
      const counted = counters.get(set) ?? new Map<Ip, Counter>()
      const before = counted.get(ip) ?? { packets: 0, bytes: 0 }
      counted.set(ip, { packets: before.packets + Math.ceil(bytes / PACKET), bytes: before.bytes + bytes })
      counters.set(set, counted)
    },
    readCounters: async (_table, set) => new Map(counters.get(set)),
    openPackets: (filter) => ({
      ...kernel.openPackets(filter),
      send(frames) {
        for (const frame of frames) for (const listener of listeners) listener(frame)
      },
    }),
    // Programs of the router itself, such as the one that compiles block lists.
    run: (argv, options) => (isRouters(argv) ? run(argv, options) : kernel.run(argv, options)),
    interact: (argv, options) => (isRouters(argv) ? interact(argv, options) : kernel.interact(argv, options)),
    spawn(argv, options) {
      // Its script reports the lease by a file (router/drivers/lease.ts).
      const lease = argv.includes(UPLINK_PROGRAM) ? options?.env?.LEASE_FILE : undefined
      if (lease !== undefined) systemClock.after(0, () => writeFile(lease, uplinkLease(), 0o600))
      return kernel.spawn(argv, options)
    },
    async fetchFile(options) {
      const fetched = await kernel.fetchFile(options)
      const text = kernel.files.get(options.path)
      if (fetched.kind === 'new' && text !== undefined)
        writeFileSync(place(options.path), zstdCompressSync(text), { mode: 0o600 })
      return fetched
    },
    // Programs of the simulated kernel read and write their files in memory: what is on the disk is there as well.
    readFile(path) {
      if (path === '/proc/net/arp') return arpTable(neighbours)
      // Load, memory and the time since the start are those of this computer.
      return (
        disk.readFile(place(path)) ??
        kernel.readFile(path) ??
        (path.startsWith('/proc/') ? disk.readFile(path) : undefined)
      )
    },
    readBytes: (path) => disk.readBytes(place(path)),
    readShared(path) {
      if (disk.readFile(place(path)) === undefined) return undefined
      const bytes = readFileSync(place(path))
      const shared = new SharedArrayBuffer(bytes.length)
      new Uint8Array(shared).set(bytes)
      return shared
    },
    listFiles: (path) => disk.listFiles(place(path)),
    listDirectories: (path) => disk.listDirectories(place(path)),
    writeFile,
    removeFile(path) {
      disk.removeFile(place(path))
      kernel.removeFile(path)
    },
    removeDirectory(path) {
      disk.removeDirectory(place(path))
      kernel.removeDirectory(path)
    },
    makeDirectory: (path) => disk.makeDirectory(place(path)),
    watchFile: (path, changed) => disk.watchFile(place(path), changed),
    diskSpace: (path) => disk.diskSpace(place(path)),
  }

  function writeFile(path: string, text: string, mode: number): void {
    disk.writeFile(place(path), text, mode)
    kernel.writeFile(path, text, mode)
  }
}

const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** As in proc(5): the flag 2 means that the device has answered. */
const arpTable = (neighbours: SimulatedMachine['neighbours']): string =>
  ['IP address HW type Flags HW address Mask Device']
    .concat([...neighbours].map(([ip, { mac, link }]) => `${ip} 0x1 0x2 ${mac} * ${link}`))
    .map((line) => `${line}\n`)
    .join('')

/** Whether the program is the router's own. */
const isRouters = ([program]: readonly string[]): boolean => program === process.execPath

const uplinkLease = (): string =>
  `event=bound\nip=${PROVIDER.address}\nmask=${PROVIDER.mask}\nrouter=${PROVIDER.gateway}\ndns=${RESOLVER}\n`
