import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Router } from '../../guests/router.ts'
import { openAuthority } from '../../home/authority.ts'
import { settle } from '../../process/inside.ts'
import { until } from '../../process/until.ts'
import { NANOSECONDS_PER_INSTRUCTION } from '../../vm/boot.ts'
import type { Sent } from '../batches.ts'
import { loadDhcpIn, openDhcpLoads, startDnsmasq } from '../dhcp.ts'
import { loadDevices } from '../dhcp-load.ts'
import { loadDns } from '../dns-load.ts'
import { unwanted } from '../dns-names.ts'
import { dnsPeers, startUpstream } from '../dns-servers.ts'
import { openRounds } from '../rounds.ts'
import { addRules } from '../rules.ts'
import { openStage, place, register, routeOurs, routePlainly, SERVER, type Stage } from '../stage.ts'
import type { Count, Report } from './budget.ts'

/**
 * Runs in a virtual machine whose clock advances by executed instructions, and prints how many each operation takes, as
 * one line of JSON: a `Report`.
 */
const UDP_FLOOD = fileURLToPath(new URL('../udp-flood.ts', import.meta.url))
const TCP_FLOOD = fileURLToPath(new URL('../tcp-flood.ts', import.meta.url))
const ROUTER = '10.128.0.1'
const CLIENT = '10.128.0.2'
/** Before a program is counted: V8 compiles what has run often enough. */
const WARM_UP_ROUNDS = 6
const ROUNDS = 4
/** Whether the DNS queries of a round come in large batches or small ones changes the work of each by a third. */
const PROGRAM_ROUNDS = 8
const DEVICES = 20
/** Two of each kind: the kernel looks rules up by hash, so that more of them cost no more instructions. */
const RULES = 10
const NAMES = 2000
/** TCP port of the server. */
const LISTENER = 9

const say = (what: string): void => console.log(`counting: ${what}`)

const inInstructions = (nanoseconds: number): number => Math.round(nanoseconds / NANOSECONDS_PER_INSTRUCTION)

/** Nanoseconds that a process was on the processor, all its threads, in the program and in the kernel. */
const timeOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]))
    .reduce((sum, one) => sum + one, 0)

/**
 * The least that a round took, of those after the warm-up: compilation, garbage collection and timers only add
 * to it. A round returns its instructions.
 */
async function leastOf(warmUp: number, counted: number, round: (number: number) => Promise<number>): Promise<number> {
  const rounds: number[] = []
  for (let number = 0; number < warmUp + counted; number++) rounds.push(await round(number))
  say(rounds.join(' '))
  return Math.min(...rounds.slice(warmUp))
}

/** The same for a program: `work` returns how often it has done what is counted. */
const countOf = (pid: number, work: () => Promise<number>): Promise<number> =>
  leastOf(WARM_UP_ROUNDS, PROGRAM_ROUNDS, async () => {
    const before = timeOf(pid)
    const count = await work()
    return inInstructions((timeOf(pid) - before) / count)
  })

/** Packets are counted and dropped on the server's link. */
const DROP_FLOOD = `table netdev bench {
  chain arrived {
    type filter hook ingress device "eth0" priority 1;
    udp dport != 53 drop
    ip dscp 1 drop
  }
}
`

/** Packets of one kind: the program that sends them, and the port that a round sends them to. */
interface Flood {
  readonly argv: readonly string[]
  readonly port: (round: number) => number
}
const FLOODS = {
  tcp: { argv: [TCP_FLOOD, SERVER, String(LISTENER), '8000'], port: () => LISTENER },
  udp: { argv: [UDP_FLOOD, SERVER, '8000'], port: () => 9 },
  first: { argv: [UDP_FLOOD, SERVER, '200', '200'], port: (round) => 10_000 + 200 * round },
} satisfies Readonly<Record<string, Flood>>

/** A packet's way from a device to the internet, its sender's share included. */
async function flood({ client, router, server }: Stage, { argv, port }: Flood): Promise<number> {
  const received = async (): Promise<number> =>
    JSON.parse(await server.run(['ip', '-j', '-s', 'link', 'show', 'dev', 'eth0']))[0].stats64.rx.packets
  await using sender = client.start([process.execPath, ...argv])
  const send = openRounds<Sent>(sender)
  return await leastOf(1, ROUNDS, async (round) => {
    // What a device's first packet takes depends on how many connections it has: they are counted.
    if (port(0) !== port(1)) await router.run(['conntrack', '--flush'])
    const before = await received()
    const { sent, nanoseconds } = await send(String(port(round)))
    const arrived = (await received()) - before
    if (arrived < sent) throw new Error(`of ${sent} packets ${arrived} arrived`)
    return inInstructions(nanoseconds)
  })
}

const packetsOf = async (stage: Stage): Promise<Record<keyof typeof FLOODS, number>> => ({
  tcp: await flood(stage, FLOODS.tcp),
  udp: await flood(stage, FLOODS.udp),
  first: await flood(stage, FLOODS.first),
})

async function serve({ server, client }: Stage): Promise<void> {
  await server.run(['nft', '-f', '-'], { input: DROP_FLOOD })
  server.listen(LISTENER)
  await client.ip(`address replace ${CLIENT}/30 dev eth0`, `route replace default via ${ROUTER}`)
  await until('a TCP connection', () => client.connects(SERVER, LISTENER), 60_000)
}

async function countPackets(plain: Stage, ours: Stage, router: Router): Promise<Count[]> {
  say('packets')
  const peer = await packetsOf(plain)
  const without = await packetsOf(ours)
  await addRules(router, 0, RULES)
  const withRules = await packetsOf(ours)
  return [
    { what: 'TCP segment', ours: without.tcp, peer: peer.tcp, reference: 'plain NAT' },
    { what: 'TCP segment, with rules of every kind', ours: withRules.tcp, peer: peer.tcp, reference: 'plain NAT' },
    { what: 'UDP packet', ours: without.udp, peer: peer.udp, reference: 'plain NAT' },
    { what: 'UDP packet, with rules of every kind', ours: withRules.udp, peer: peer.udp, reference: 'plain NAT' },
    { what: 'first packet of a connection', ours: without.first, peer: peer.first, reference: 'plain NAT' },
    {
      what: 'first packet of a connection, with rules of every kind',
      ours: withRules.first,
      peer: peer.first,
      reference: 'plain NAT',
    },
  ]
}

async function countDns(stage: Stage, router: Router): Promise<Count[]> {
  say('DNS answers')
  const dir = place('dns')
  const blocked = Array.from({ length: NAMES }, (_, n) => unwanted(n))
  const wanted = Array.from({ length: NAMES }, (_, n) => `www${n}.site-${n % 300}.net`)
  const write = (file: string, text: string): string => {
    writeFileSync(join(dir, file), text)
    return join(dir, file)
  }
  const asked = (names: readonly string[]): string => names.map((name) => `${name} A\n`).join('')
  const questions = { cached: write('cached', asked(wanted)), blocked: write('blocked', asked(blocked)) }
  write('list', blocked.join('\n'))
  await startUpstream(stage.server, dir, await openAuthority(join(dir, 'authority')))
  const asks = ['dig', '+time=1', '+tries=1', `@${SERVER}`, 'www.example.net']
  await until('the upstream', async () => (await router.namespace.outcome(asks)).code === 0, 60_000)
  await router.api('/dnsSettings', { UpstreamIPAddress: SERVER, UpstreamTLSHost: '', TlsDisable: true })
  const list = { URI: `http://${SERVER}/list`, Enabled: true, Tags: [], Category: '', DontBlock: false }
  await router.api('/plugins/dns/block/blocklists', list)

  const [dnsmasq] = dnsPeers(router.namespace, { ip: ROUTER, dir, names: blocked })
  const theirs = dnsmasq!.start(true)
  await theirs.line('started')
  const count = (pid: number, port: number, kind: keyof typeof questions) =>
    countOf(pid, async () => {
      const load = { ip: ROUTER, port, asked: questions[kind], seconds: 60, isOnce: true }
      return (await loadDns(router.namespace, load)).completed
    })
  const counts: Count[] = []
  for (const kind of ['cached', 'blocked'] as const)
    counts.push({
      what: `DNS answer, ${kind}`,
      ours: await count(router.daemon.pid, 53, kind),
      peer: await count(theirs.pid, dnsmasq!.port, kind),
      reference: 'dnsmasq',
    })
  await theirs.stop()
  return counts
}

async function countDhcp(ours: Stage, router: Router, theirs: Stage, devices: readonly string[]): Promise<Count> {
  say('DHCP renewals')
  await theirs.router.ip('address replace 10.128.0.1/16 dev lan0')
  const dnsmasq = startDnsmasq(theirs)
  await dnsmasq.line('DHCP, IP range')
  const renewals = ({ client }: Stage, pid: number): Promise<number> => {
    const renew = openDhcpLoads(client)
    return countOf(pid, async () => {
      const load = { link: 'eth0', clients: 8, seconds: 0.4, devices, mode: 'renew' } as const
      return (await renew(load)).exchanges
    })
  }
  const peer = await renewals(theirs, dnsmasq.pid)
  const count = { what: 'DHCP renewal', ours: await renewals(ours, router.daemon.pid), peer, reference: 'dnsmasq' }
  await dnsmasq.stop()
  return count
}

const CHANGES = 80
const POLICIES = [['dns'], ['wan', 'dns']]

async function countChanges(router: Router, mac: string): Promise<Count> {
  say('changes')
  const ours = await countOf(router.daemon.pid, async () => {
    for (let i = 0; i < CHANGES; i++) await router.api(`/device?identity=${mac}`, { Policies: POLICIES[i % 2] })
    return CHANGES
  })
  return { what: 'PUT /device, a policy given or taken', ours }
}

await settle()
const plain = await openStage('plain')
await routePlainly(plain)
const ours = await openStage('ours')
const router = await routeOurs(ours, 'ours', ['--dns-threads', '1'])
const devices = loadDevices(DEVICES)
say('the router has started')
await register(router, devices)
say('registered')
await ours.client.ip(`link set eth0 address ${devices[0]}`)
await loadDhcpIn(ours.client, { link: 'eth0', clients: 4, seconds: 30, mode: 'new', devices })
for (const stage of [plain, ours]) await serve(stage)

const counts = [
  ...(await countPackets(plain, ours, router)),
  ...(await countDns(ours, router)),
  await countDhcp(ours, router, plain, devices),
  await countChanges(router, devices[3]!),
]
const kernel = readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim()
console.log(`counted ${JSON.stringify({ kernel, counts } satisfies Report)}`)
process.exit(0)
