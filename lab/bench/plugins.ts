import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { basic } from '../contract/call.ts'
import type { Router } from '../guests/router.ts'
import { cpuMsOf } from '../process/proc.ts'
import type { Program } from '../process/program.ts'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import { httpRow, loadFrom, openPeer } from './http-turns.ts'
import { dataOf, openStage, place, residentMiB, routeOurs } from './stage.ts'
import { median, pairedRatio, type Row } from './table.ts'

const PEER = fileURLToPath(new URL('peer.ts', import.meta.url))
const CRASHES = fileURLToPath(new URL('crash-loop.ts', import.meta.url))
const CONNECTIONS = 8
const ROUNDS = 7
const SECONDS = 0.5
const NGINX_PORT = 8098

/** Responses of a plugin by size. */
const SIZES = { '200 bytes': 200, '64 KiB': 64 << 10, '4 MiB': 4 << 20 } as const

/** A plugin called through the API, on its socket and through nginx; what idle plugins cost; and calls while a plugin crashes. */
export async function benchPlugins(): Promise<Row[]> {
  const router = await routeOurs(await openStage('ours'), 'plugins')
  const rows = [...(await besideDirect(router)), ...(await whileCrashing(router)), await idleMemory(router)]
  await router.daemon.stop()
  return rows
}

type Target = Pick<HttpLoad, 'at' | 'path'>

/** Measured in turn: the plugin itself, nginx before it, and the router before it. */
async function besideDirect(router: Router): Promise<Row[]> {
  const { namespace, daemon, login } = router
  const socket = await addPlugin(router, 'bench')
  const answers = Object.values(SIZES).map((size) => [`GET /${size}`, { text: JSON.stringify('x'.repeat(size)) }])
  await using _plugin = await openPeer(namespace, [PEER], Object.fromEntries(answers), socket)
  await using nginx = startNginx(router, socket)
  const headers = { Authorization: basic(login) }
  const load = (target: Target): Promise<HttpMeasured> =>
    loadFrom(namespace, { method: 'GET', body: '', headers, connections: CONNECTIONS, seconds: SECONDS, ...target })
  const rows: Row[] = []
  for (const [what, size] of Object.entries(SIZES)) {
    const direct: Target = { at: socket, path: `/${size}` }
    const through = { ours: { at: 80, path: `/plugins/bench/${size}` }, nginx: { at: NGINX_PORT, path: `/${size}` } }
    // The first round compiles what the others measure.
    for (const target of [direct, through.ours, through.nginx]) await load(target)
    const [plugin, ours, theirs]: [HttpMeasured[], Round[], Round[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      plugin.push(await load(direct))
      theirs.push(await withCpu(nginx, () => load(through.nginx)))
      ours.push(await withCpu(daemon, () => load(through.ours)))
    }
    rows.push(
      httpRow(`plugin that answers with ${what}, through the API and directly`, ours, plugin, '≥ 0.7'),
      httpRow(`… through the API and through nginx`, ours, theirs, ''),
      cpuRow(ours, theirs),
    )
  }
  return rows
}

interface Round extends HttpMeasured {
  /** Of the process that passes the call on, for one call. */
  readonly cpuUs: number
}

async function withCpu(program: Program, load: () => Promise<HttpMeasured>): Promise<Round> {
  const before = cpuMsOf(program.pid)
  const measured = await load()
  return { ...measured, cpuUs: ((cpuMsOf(program.pid) - before) * 1000) / (measured.perSecond * SECONDS) }
}

function cpuRow(ours: readonly Round[], theirs: readonly Round[]): Row {
  const [own, peer] = [ours, theirs].map((rounds) => rounds.map(({ cpuUs }) => cpuUs)) as [number[], number[]]
  return {
    what: '… CPU of the daemon, and of nginx, for a call',
    ours: `${median(own).toFixed(0)} µs`,
    peer: `${median(peer).toFixed(0)} µs`,
    ratio: pairedRatio(own, peer).toFixed(2),
    aim: '',
  }
}

/** nginx as a proxy to a Unix socket, with connections that are kept open: one process, no log, no checks. */
function startNginx({ namespace }: Router, socket: string): Program {
  const dir = place('nginx')
  const file = join(dir, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${dir}/${one};`)
  writeFileSync(
    file,
    `daemon off; master_process off; user root; pid ${dir}/pid; error_log stderr crit;
events {}
http {
  access_log off; keepalive_requests 100000000; ${temporary.join(' ')}
  upstream plugin { server unix:${socket}; keepalive 32; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${NGINX_PORT};
    location / { proxy_pass http://plugin; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  )
  return namespace.start(['nginx', '-c', file])
}

const CRASH_ROUNDS = 11
const CRASH_SECONDS = 1.5
const CALLS_PER_SECOND = 400

/**
 * Calls of the API at a fixed rate while a plugin dies with each of 20 calls a second that are made through the API; the same while they are
 * made on its socket, so that starting it again costs as much; and without it.
 */
async function whileCrashing(router: Router): Promise<Row[]> {
  const { namespace, login } = router
  const socket = await addPlugin(router, 'crash')
  const headers = { Authorization: basic(login) }
  const p99 = async () => {
    const call = { at: 80, method: 'GET', path: '/status', headers, body: '' } as const
    const rate = { connections: CONNECTIONS, seconds: CRASH_SECONDS, perSecond: CALLS_PER_SECOND }
    return (await loadFrom(namespace, { ...call, ...rate })).p99Ms
  }
  let crashes = 0
  const whileCalled = async (...by: string[]): Promise<number> => {
    const plugin = namespace.start([process.execPath, CRASHES, socket, ...by])
    await plugin.line('crashing')
    const measured = await p99()
    plugin.write('\n')
    crashes += Number((await plugin.line('crashed ')).split(' ')[1])
    await plugin.exited
    return measured
  }
  const [through, directly, without]: [number[], number[], number[]] = [[], [], []]
  await p99()
  for (let round = 0; round < CRASH_ROUNDS; round++) {
    without.push(await p99())
    directly.push(await whileCalled())
    through.push(await whileCalled('80', '/plugins/crash/x', headers.Authorization))
  }
  const ours = `${median(through).toFixed(2)} ms`
  const compared = (what: string, peer: readonly number[], beside: string, aim: string): Row => {
    return {
      what,
      ours,
      peer: `${median(peer).toFixed(2)} ms ${beside}`,
      ratio: pairedRatio(through, peer).toFixed(2),
      aim,
    }
  }
  return [
    compared('GET /status, 99th percentile, while a plugin crashes', directly, 'crashing alone', '≤ 1.1'),
    compared(`… in all ${crashes} times`, without, 'without it', ''),
  ]
}

/** As many as the router takes, with those above. */
const IDLE_PLUGINS = 60
const SHOWN_PLUGINS = 20
const STARTS = 3
/** What only the start took has been returned by then. */
const SETTLED_MS = 10_000

/** Resident memory after a start with many plugins and without: the memory of a few is less than the garbage of the calls that add them. */
async function idleMemory(router: Router): Promise<Row> {
  const afterStart = async (): Promise<number> => {
    const measured: number[] = []
    for (let start = 0; start < STARTS; start++) {
      await router.daemon.stop()
      await router.start()
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
      measured.push(await residentMiB(router))
    }
    return median(measured)
  }
  const without = await afterStart()
  for (let i = 0; i < IDLE_PLUGINS; i++) await addPlugin(router, `idle-${i}`)
  const each = ((await afterStart()) - without) / IDLE_PLUGINS
  return {
    what: `memory of ${SHOWN_PLUGINS} idle plugins in the daemon`,
    ours: `${(SHOWN_PLUGINS * each).toFixed(1)} MiB`,
    peer: '',
    ratio: '',
    aim: '≤ 5 MiB',
  }
}

/** Adds an enabled plugin. Returns the path of its socket. */
async function addPlugin(router: Router, name: string): Promise<string> {
  await router.api(`/plugins_api/${name}`, { Name: name, URI: name, Enabled: true })
  const directory = join(dataOf(router), 'state/plugins', name)
  mkdirSync(directory, { recursive: true })
  return join(directory, 'socket')
}
