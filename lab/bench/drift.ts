import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { cpus } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openPackets } from '../../router/machine/linux/packets.ts'
import type { Mac } from '../../router/values/mac.ts'
import { encodeDatagram } from '../../router/wire/ethernet.ts'
import { SHARED_FIREWALL } from '../guests/router.ts'
import type { Program } from '../process/program.ts'
import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import { openStage, routeOurs, SERVER } from './stage.ts'
import { median, type Row } from './table.ts'

const SELF = fileURLToPath(import.meta.url)
const REPETITIONS = 31
/** The 99th percentile of these is the second longest. */
const BUSY_REPETITIONS = 102
/** Longer than the longest pause after a repair, `router/pass/repairs.ts`, even where the machine is busy and the repair slow. */
const PAUSE_MS = 7000
const SETTLED_MS = 600
const PORT = 7000

const PERMITTED = '10.128.0.2'
const FORBIDDEN = '10.128.0.6'

/** Changes that another program makes to our table. Each has its own stage; where they are repaired, the measurements alternate. */
const CHANGES = {
  'insert rule … forward accept': 'insert rule inet sallyport forward accept',
  'add element … internet_access': `add element inet sallyport internet_access { ${FORBIDDEN} . "lan0" : accept }`,
  'flush ruleset': 'flush ruleset',
} as const

/** What the server has received since the last report; times are in milliseconds. */
interface Received {
  /** Time from the first to the last packet of the forbidden device; undefined if there was none. */
  readonly open: number | undefined
  /** The longest time without a packet of the permitted device. */
  readonly gap: number
}

/**
 * Another program changes the firewall, or tries it, while two devices send a packet each millisecond, always of one connection: the
 * time for which packets pass that must not, and for which packets do not pass that must.
 */
export async function benchDrift(): Promise<Row[]> {
  const shared = await Promise.all(
    Object.entries(CHANGES).map(async ([what, command], i, all) => {
      const reports = await measure(`drift${i}`, { command, isShared: true, delayMs: (i * PAUSE_MS) / all.length })
      const [open, gap] = timesOf(reports)
      return [
        row(`shared firewall, nft ${what}: until forbidden packets stop`, open, '≤ 50 ms'),
        row(`shared firewall, nft ${what}: until permitted packets pass`, gap, ''),
      ]
    }),
  )
  const own = await Promise.all(
    Object.entries(CHANGES).map(([what, command], i) => benchRefused(`own${i}`, what, command)),
  )
  return [...shared.flat(), ...own, await benchBusy()]
}

/** The same where the kernel refuses the change. */
async function benchRefused(name: string, what: string, command: string): Promise<Row> {
  const [open] = timesOf(await measure(name, { command }))
  return row(`nft ${what}, refused: until forbidden packets stop`, open, '≤ 50 ms')
}

/** An element as above, while programs of normal priority occupy all processors. */
async function benchBusy(): Promise<Row> {
  const burning = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    const command = CHANGES['add element … internet_access']
    const [open] = timesOf(await measure('busy', { command, repetitions: BUSY_REPETITIONS }))
    return {
      what: 'nft add element … internet_access, refused, busy: until forbidden packets stop',
      ours: `${median(open).toFixed(0)} ms, p99 ${percentile(open, 99).toFixed(0)} ms`,
      peer: '',
      ratio: '',
      aim: 'p99 ≤ 50 ms',
    }
  } finally {
    for (const program of burning) program.kill()
  }
}

/** How long forbidden packets passed each time, and permitted ones did not. */
const timesOf = (reports: readonly Received[]): [open: number[], gap: number[]] => [
  reports.map(({ open }) => open ?? 0),
  reports.map(({ gap }) => gap),
]

/** The smallest value that so many percent of the values do not exceed. */
const percentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1]!

const row = (what: string, times: readonly number[], aim: string): Row => ({
  what,
  ours: `${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  peer: '',
  ratio: '',
  aim,
})

interface Measurement {
  readonly command: string
  /** Other programs may change the firewall. */
  readonly isShared?: boolean
  readonly delayMs?: number
  readonly repetitions?: number
}

async function measure(
  name: string,
  { command, isShared = false, delayMs = 0, repetitions = REPETITIONS }: Measurement,
): Promise<Received[]> {
  const stage = await openStage(name)
  const router = await routeOurs(stage, name, isShared ? SHARED_FIREWALL : [])
  const macs = loadDevices(2)
  for (const [i, mac] of macs.entries())
    await router.api(`/device?identity=${mac}`, { Name: `device ${i}`, Policies: i === 0 ? ['wan', 'dns'] : ['dns'] })
  await loadDhcpIn(stage.client, { link: 'eth0', clients: 1, seconds: 9, mode: 'new', devices: macs })
  const server = stage.server.start([process.execPath, SELF, 'receive'])
  await server.line('receiving')
  const [{ address: to }] = JSON.parse(await stage.router.run(['ip', '-j', 'link', 'show', 'dev', 'lan0']))
  stage.client.start([process.execPath, SELF, 'send', to, ...macs])
  await wait(delayMs)
  const reports: Received[] = []
  for (let i = 0; i < repetitions; i++) {
    await wait(isShared ? PAUSE_MS - SETTLED_MS : SETTLED_MS)
    await report(server)
    const { code } = await stage.router.outcome(['nft', command])
    // The kernel leaves the tables of another owner in place, which is no error.
    if (!isShared && command !== CHANGES['flush ruleset'] && code === 0) throw new Error(`not refused: ${command}`)
    await wait(SETTLED_MS)
    reports.push(await report(server))
  }
  await router.daemon.stop()
  return reports
}

let asked = 0
async function report(server: Program): Promise<Received> {
  const number = ++asked
  server.write(`${number}\n`)
  return JSON.parse((await server.line(`report ${number} `)).replace(/^report \d+ /, ''))
}

/** Both devices behind one link, one connection each, a packet each millisecond. The first byte says which device. */
function send(to: Mac, macs: readonly Mac[]): void {
  const packets = openPackets({ udpDestinations: [68] })
  const frames = [PERMITTED, FORBIDDEN].map((sourceIp, i) => ({
    link: 'eth0',
    bytes: encodeDatagram({
      sourceMac: macs[i]!,
      sourceIp,
      sourcePort: 40_000 + i,
      destinationMac: to,
      destinationIp: SERVER,
      destinationPort: PORT,
      payload: Uint8Array.of(i),
    }),
  }))
  setInterval(() => packets.send(frames), 1)
}

function receive(): void {
  let first: number | undefined
  let last = 0
  let gap = 0
  let before: number | undefined
  const socket = createSocket('udp4')
  socket.on('message', ([device]) => {
    const now = performance.now()
    if (device === 1) {
      first ??= now
      last = now
      return
    }
    gap = Math.max(gap, now - (before ?? now))
    before = now
  })
  socket.bind(PORT, () => console.log('receiving'))
  createInterface(process.stdin).on('line', (number) => {
    const received: Received = { open: first === undefined ? undefined : last - first, gap }
    console.log(`report ${number} ${JSON.stringify(received)}`)
    first = undefined
    gap = 0
  })
}

if (import.meta.main) {
  const [role, to = '', ...macs] = process.argv.slice(2)
  if (role === 'send') send(to, macs)
  else receive()
}
