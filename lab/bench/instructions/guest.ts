import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Router } from '../../guests/router.ts'
import { openAuthority } from '../../home/authority.ts'
import { settle } from '../../process/inside.ts'
import { until } from '../../process/until.ts'
import { NANOSECONDS_PER_INSTRUCTION } from '../../vm/boot.ts'
import { loadDhcpIn, startDnsmasq } from '../dhcp.ts'
import { loadDevices } from '../dhcp-load.ts'
import { loadDns } from '../dns-load.ts'
import { unwanted } from '../dns-names.ts'
import { dnsPeers, startUpstream } from '../dns-servers.ts'
import { addRules } from '../rules.ts'
import { openStage, place, register, routeOurs, routePlainly, SERVER, type Stage } from '../stage.ts'
import { median } from '../table.ts'
import type { Count, Report } from './budget.ts'

/**
 * Runs in a virtual machine whose clock advances by executed instructions, and prints how many each operation takes, as
 * one line of JSON: a `Report`.
 */
const UDP_FLOOD = fileURLToPath(new URL('../udp-flood.ts', import.meta.url))
const TCP_FLOOD = fileURLToPath(new URL('../tcp-flood.ts', import.meta.url))
const ROUTER = '10.128.0.1'
const CLIENT = '10.128.0.2'
const ROUNDS = 3
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

/** The median number of instructions of `work`, which runs `count` times per round. The first round is not counted. */
async function countOf(clock: () => number, count: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const before = clock()
    await work(round)
    if (round > 0) rounds.push(inInstructions((clock() - before) / count))
  }
  return median(rounds)
}

/** Packets are counted and dropped on the server's link. */
const DROP_FLOOD = `table netdev bench {
  chain arrived {
    type filter hook ingress device "eth0" priority 1;
    udp dport != 53 drop
    ip dscp 1 drop
  }
}
`

async function flood({ client, server }: Stage, program: string, ...args: readonly number[]): Promise<number> {
  const received = async (): Promise<number> =>
    JSON.parse(await server.run(['ip', '-j', '-s', 'link', 'show', 'dev', 'eth0']))[0].stats64.rx.packets
  const before = await received()
  const argv = [process.execPath, program, SERVER, ...args.map(String)]
  const { sent, nanoseconds } = JSON.parse(await client.run(argv, { timeoutMs: 120_000 }))
  const arrived = (await received()) - before
  if (arrived < sent) throw new Error(`of ${sent} packets ${arrived} arrived`)
  return inInstructions(nanoseconds)
}

/** Instructions of a packet from a device to the internet, including those of the sender, by kind of packet. */
async function packetsOf(stage: Stage): Promise<Record<'tcp' | 'udp' | 'first', number>> {
  const rounds = async (count: (round: number) => Promise<number>): Promise<number> => {
    const counts: number[] = []
    for (let round = 0; round < ROUNDS; round++) counts.push(await count(round))
    return median(counts)
  }
  return {
    tcp: await rounds(() => flood(stage, TCP_FLOOD, LISTENER, 8000)),
    udp: await rounds(() => flood(stage, UDP_FLOOD, 9, 8000)),
    first: await rounds((round) => flood(stage, UDP_FLOOD, 10_000 + 200 * round, 200, 200)),
  }
}

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
    countOf(
      () => timeOf(pid),
      NAMES,
      () => loadDns(router.namespace, { ip: ROUTER, port, asked: questions[kind], seconds: 60, isOnce: true }),
    )
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
  const renewals = async ({ client }: Stage, pid: number): Promise<number> => {
    const counts: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const before = timeOf(pid)
      const load = { link: 'eth0', clients: 8, seconds: 1, devices, mode: 'renew' } as const
      const { exchanges } = await loadDhcpIn(client, load)
      counts.push(inInstructions((timeOf(pid) - before) / exchanges))
    }
    return median(counts.slice(1))
  }
  const peer = await renewals(theirs, dnsmasq.pid)
  const count = { what: 'DHCP renewal', ours: await renewals(ours, router.daemon.pid), peer, reference: 'dnsmasq' }
  await dnsmasq.stop()
  return count
}

async function countChanges(router: Router, mac: string): Promise<Count> {
  say('changes')
  const changes = 40
  const ours = await countOf(
    () => timeOf(router.daemon.pid),
    2 * changes,
    async () => {
      for (let i = 0; i < changes; i++) {
        await router.api(`/device?identity=${mac}`, { Policies: ['dns'] })
        await router.api(`/device?identity=${mac}`, { Policies: ['wan', 'dns'] })
      }
    },
  )
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
