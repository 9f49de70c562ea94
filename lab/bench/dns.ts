import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Router } from '../guests/router.ts'
import type { Namespace } from '../home/namespace.ts'
import { type DnsLoad, type DnsMeasured, loadDns, percentile } from './dns-load.ts'
import { edition, fresh, questions, unwanted } from './dns-names.ts'
import { dnsPeers, startForwarder, type Way } from './dns-servers.ts'
import { openDnsStage } from './dns-stage.ts'
import { type Begun, beginnings, beginOurs, beginPeer, LIST, memoryOf, OURS, ready, type Server } from './dns-start.ts'
import { SERVER } from './stage.ts'
import { median, pairedRatio, type Row } from './table.ts'

const ROUNDS = 3
const SECONDS = 1.5
const QUIET_RATE = 10_000

interface Cost {
  readonly perSecond: number
  readonly cpu: number
}

/**
 * Names answered beside what Debian has for it, on one machine and in one network namespace: all with the same list of a
 * million names, the same upstream and the same questions over loopback, and one thread each that answers.
 */
export async function benchDns(): Promise<Row[]> {
  const { router, dir, authority } = await openDnsStage('dns', ['--dns-threads', '1'])
  const asked = filesOf(dir)

  const ours = await beginOurs(router)
  const peers: Begun[] = []
  const names = readFileSync(join(dir, 'list'), 'utf8').split('\n')
  for (const peer of dnsPeers(router.namespace, { ip: OURS, dir, names }))
    peers.push(await beginPeer(router.namespace, peer))
  const servers = [ours.server, ...peers.map(({ server }) => server)]
  const load = (server: Server, given: Omit<DnsLoad, 'ip' | 'port'>): Promise<DnsMeasured> =>
    loadDns(router.namespace, { ...given, ip: server.ip, port: server.port })

  for (const server of servers)
    for (const file of Object.values(asked)) await load(server, { asked: file, seconds: 10, isOnce: true })
  const rows: Row[] = []
  for (const kind of ['cached', 'blocked'] as const) {
    const costs = await inTurn(servers, (server) =>
      costOf(server, async () => checked(await load(server, { asked: asked[kind], seconds: SECONDS }), kind)),
    )
    for (const [i, { name }] of peers.entries())
      rows.push(...comparedWith(`${kind} names`, name, costs[0]!, costs[i + 1]!))
  }
  rows.push(...peers.flatMap((peer) => beginnings(ours, peer)))
  rows.push(
    ...(await calm(dir, servers, (server, latencies) =>
      load(server, { asked: asked.mixed, seconds: 2, perSecond: QUIET_RATE, latencies }),
    )),
  )
  rows.push(
    ...(await alone(dir, servers, (server, latencies) =>
      load(server, { asked: asked.cached, seconds: 1, isAlone: true, latencies }),
    )),
  )
  for (const { program } of peers) await program.stop()

  for (const way of ['UDP', 'TLS'] as const) {
    const upstream = {
      UpstreamIPAddress: SERVER,
      UpstreamTLSHost: way === 'TLS' ? 'dns.test' : '',
      TlsDisable: way === 'UDP',
    }
    await router.api('/dnsSettings', upstream)
    rows.push(...(await uncached(router.namespace, ours.server, { dir, ca: authority.ca, way }, load)))
  }
  rows.push(await logging(router, ours.server, () => load(ours.server, { asked: asked.mixed, seconds: SECONDS })))
  rows.push(
    ...(await swapping(router, ours.server, dir, (latencies) =>
      load(ours.server, { asked: asked.mixed, seconds: 8, latencies }),
    )),
  )
  rows.push({
    what: 'memory of the daemon after all that (RSS)',
    ours: `${(await memoryOf(router.namespace, ours.server.pid())).toFixed(0)} MiB`,
    peer: '',
    ratio: '',
    aim: '',
  })
  await router.daemon.stop()
  return rows
}

/** Files with the list that is served, and with the queries. */
function filesOf(dir: string): Record<keyof ReturnType<typeof questions>, string> {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'list'), edition(false))
  const write = ([kind, text]: [string, string]): [string, string] => {
    writeFileSync(join(dir, kind), text)
    return [kind, join(dir, kind)]
  }
  return Object.fromEntries(Object.entries(questions()).map(write)) as ReturnType<typeof filesOf>
}

/** Processor time of a process until now, in microseconds: all its threads, in the program and in the kernel. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** What is measured must be what is meant: none of the wanted names is denied, and every unwanted one is. */
function checked(measured: DnsMeasured, kind: 'cached' | 'blocked'): DnsMeasured {
  const { completed, denied } = measured
  if (denied !== (kind === 'blocked' ? completed : 0))
    throw new Error(`of ${completed} ${kind} names ${denied} were denied`)
  return measured
}

async function costOf(server: Server, load: () => Promise<DnsMeasured>): Promise<Cost> {
  const before = cpuOf(server.pid())
  const { perSecond, completed } = await load()
  return { perSecond, cpu: (cpuOf(server.pid()) - before) / completed }
}

/** Each server in each round; the results by server. */
async function inTurn<T>(servers: readonly Server[], measure: (server: Server) => Promise<T>): Promise<T[][]> {
  const results: T[][] = servers.map(() => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, server] of servers.entries()) results[i]!.push(await measure(server))
  return results
}

function comparedWith(what: string, name: string, ours: readonly Cost[], theirs: readonly Cost[]): Row[] {
  const row = (figure: string, of: (cost: Cost) => number, spell: (value: number) => string, aim: string): Row => ({
    what: `DNS, ${what}: ${figure} (beside ${name})`,
    ours: spell(median(ours.map(of))),
    peer: spell(median(theirs.map(of))),
    ratio: pairedRatio(ours.map(of), theirs.map(of)).toFixed(2),
    aim,
  })
  return [
    row(
      'answers a second',
      ({ perSecond }) => perSecond,
      (value) => value.toFixed(0),
      '> 1',
    ),
    row(
      'CPU of an answer',
      ({ cpu }) => cpu,
      (value) => `${value.toFixed(2)} µs`,
      '< 1',
    ),
  ]
}

/** The median where each question waits for the answer to the one before. */
async function alone(
  dir: string,
  servers: readonly Server[],
  load: (server: Server, latencies: string) => Promise<DnsMeasured>,
): Promise<Row[]> {
  const middle = async (server: Server): Promise<number> =>
    percentile((await load(server, join(dir, 'latencies'))).latencies, 0.5)
  const [ours, ...theirs] = await inTurn(servers, middle)
  return theirs.map((one, i) => ({
    what: `DNS, median latency, one question at a time (beside ${servers[i + 1]!.name})`,
    ours: `${median(ours!).toFixed(3)} ms`,
    peer: `${median(one).toFixed(3)} ms`,
    ratio: pairedRatio(ours!, one).toFixed(2),
    aim: '≤ 1.0',
  }))
}

/** Names that require a query upstream, compared with unbound as a forwarder. The first round is for warming up. */
async function uncached(
  namespace: Namespace,
  ours: Server,
  { dir, ca, way }: { readonly dir: string; readonly ca: string; readonly way: Way },
  load: (server: Server, given: Omit<DnsLoad, 'ip' | 'port'>) => Promise<DnsMeasured>,
): Promise<Row[]> {
  const { port, program } = await startForwarder(namespace, { ip: OURS, dir, ca, way })
  const unbound: Server = { name: 'unbound', ip: OURS, port, pid: () => program.pid }
  const costs: [Cost[], Cost[]] = [[], []]
  const asked = join(dir, 'fresh')
  for (let round = 0; round <= ROUNDS; round++) {
    writeFileSync(asked, fresh(`${way}${round}`))
    for (const [i, server] of [ours, unbound].entries()) {
      const cost = await costOf(server, async () =>
        checked(await load(server, { asked, seconds: 10, isOnce: true }), 'cached'),
      )
      if (round > 0) costs[i]!.push(cost)
    }
  }
  await program.stop()
  return comparedWith(`names not cached, over ${way}`, 'unbound', ...costs)
}

/** The 99th percentile at a rate that leaves every server time. */
async function calm(
  dir: string,
  servers: readonly Server[],
  load: (server: Server, latencies: string) => Promise<DnsMeasured>,
): Promise<Row[]> {
  const p99 = async (server: Server): Promise<number> =>
    percentile((await load(server, join(dir, 'latencies'))).latencies, 0.99)
  const [ours, ...theirs] = await inTurn(servers, p99)
  return theirs.map((one, i) => ({
    what: `DNS, p99 at ${QUIET_RATE} questions a second (beside ${servers[i + 1]!.name})`,
    ours: `${median(ours!).toFixed(3)} ms`,
    peer: `${median(one).toFixed(3)} ms`,
    ratio: pairedRatio(ours!, one).toFixed(2),
    aim: '',
  }))
}

async function logging(router: Router, server: Server, load: () => Promise<DnsMeasured>): Promise<Row> {
  const [on, off]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS + 2; round++)
    for (const [costs, unlogged] of [
      [off, [OURS]],
      [on, []],
    ] as const) {
      await router.api('/plugins/dns/log/host_privacy_list', unlogged)
      await load()
      costs.push((await costOf(server, load)).cpu)
    }
  return {
    what: 'DNS, CPU of an answer that is logged (beside one that is not)',
    ours: `${median(on).toFixed(2)} µs`,
    peer: `${median(off).toFixed(2)} µs`,
    ratio: pairedRatio(on, off).toFixed(2),
    aim: '≤ 1.15',
  }
}

/** The list is replaced by its next edition while questions come as fast as they are answered. */
async function swapping(
  router: Router,
  server: Server,
  dir: string,
  load: (latencies: string) => Promise<DnsMeasured>,
): Promise<Row[]> {
  const p999 = ({ latencies }: DnsMeasured): number => percentile(latencies, 0.999)
  const quiet: DnsMeasured[] = []
  const swapped: DnsMeasured[] = []
  for (const second of [true, false]) {
    quiet.push(await load(join(dir, 'latencies')))
    writeFileSync(join(dir, 'list'), edition(second))
    const run = load(join(dir, 'latencies'))
    await router.api('/plugins/dns/block/blocklists/refresh', { URI: LIST })
    await ready(router.namespace, server, second ? `new-${unwanted(1000)}` : unwanted(1000))
    swapped.push(await run)
  }
  const worst = (runs: readonly DnsMeasured[]): number => median(runs.map(p999))
  const lost = (runs: readonly DnsMeasured[]): string => String(runs.reduce((sum, one) => sum + one.lost, 0))
  return [
    {
      what: 'DNS, p99.9 at full load while the list is replaced, and is not',
      ours: `${worst(swapped).toFixed(2)} ms`,
      peer: `${worst(quiet).toFixed(2)} ms`,
      ratio: pairedRatio(swapped.map(p999), quiet.map(p999)).toFixed(2),
      aim: '≤ 3',
    },
    { what: 'DNS, queries lost during the replacement', ours: lost(swapped), peer: lost(quiet), ratio: '', aim: '0' },
  ]
}
