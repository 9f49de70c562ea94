import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepHistory, minuteOf } from '../../router/features/traffic/flows/kept.ts'
import { systemClock } from '../../router/machine/clock.ts'
import type { Counts } from '../../router/model/traffic/flows/change.ts'
import { openHistory } from '../../router/store/history.ts'
import { ipToNumber } from '../../router/values/ip.ts'
import { basic } from '../contract/call.ts'
import type { Router } from '../guests/router.ts'
import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import type { HttpLoad, HttpMeasured } from './http-load.ts'
import { httpRow, inTurn, openPeer } from './http-turns.ts'
import type { Answers } from './peer.ts'
import { dataOf, openStage, register, residentMiB, routeOurs, type Stage } from './stage.ts'
import type { Row } from './table.ts'
import { talk } from './talk.ts'

const PEER = fileURLToPath(new URL('peer.ts', import.meta.url))
const CONNECTIONS = 8
const SIZES = [10, 100, 1000]
const MINUTES = 60

type Call = Pick<HttpLoad, 'method' | 'path' | 'body'>
const get = (path: string): Call => ({ method: 'GET', path, body: '' })

/** The most frequent calls of existing clients, and the most frequent change. */
const callsOf = (device: string): readonly Call[] => [
  get('/status'),
  get('/devices'),
  get('/groups'),
  get('/firewall/config'),
  get('/interfacesConfiguration'),
  get('/traffic/outgoing_traffic_wan'),
  get(`/traffic_history?minutes=${MINUTES}`),
  get('/arp'),
  get(`/explain?from=${encodeURIComponent(device)}&to=internet&proto=tcp&port=443`),
  { method: 'PUT', path: `/device?identity=${encodeURIComponent(device)}`, body: '{"Name":"bench"}' },
]

/**
 * The ten most used calls with few and with many devices, beside a bare node:http server that answers with the same bytes;
 * and `GET /devices` beside one that serialises the same object for each request, as a server does that keeps no text.
 */
export async function benchApi(): Promise<Row[]> {
  const stage = await openStage('ours')
  const router = await routeOurs(stage, 'api')
  const macs = loadDevices(SIZES.at(-1)!)
  const rows: Row[] = []
  for (const [i, devices] of SIZES.entries()) {
    await grow(stage, router, macs.slice(SIZES[i - 1] ?? 0, devices))
    for (const call of callsOf(macs[5]!)) rows.push(await measure(router, call, devices))
  }
  rows.push(await besideSerialising(router), await onConsole(router))
  const rss = await residentMiB(router)
  await router.daemon.stop()
  return [
    ...rows,
    {
      what: 'memory of the daemon after that (RSS)',
      ours: `${rss.toFixed(0)} MiB`,
      peer: '',
      ratio: '',
      aim: '≤ 220 MiB',
    },
  ]
}

/** Adds devices with leases, connections and an hour of traffic history. */
export async function grow(stage: Stage, router: Router, macs: readonly string[]): Promise<void> {
  await register(router, macs)
  await loadDhcpIn(stage.client, { link: 'eth0', clients: 32, seconds: 60, mode: 'new', devices: macs })
  const known = (await router.api('/devices')) as Record<string, { MAC: string; RecentIP: string }>
  const devices = Object.values(known).map(({ MAC, RecentIP }) => ({ mac: MAC, ip: RecentIP }))
  await router.daemon.stop()
  rememberTraffic(
    dataOf(router),
    devices.map(({ ip }) => ip),
  )
  await router.start()
  await talk(stage, devices)
}

/** The history of a router that has counted for an hour. */
export function rememberTraffic(data: string, ips: readonly string[]): void {
  const path = join(data, 'history.db')
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
  const onFailure = (what: string, cause: unknown): never => {
    throw new Error(what, { cause })
  }
  using database = openHistory({ path, clock: systemClock, onFailure })
  const first = minuteOf(Date.now()) - MINUTES
  const { record } = keepHistory(database, first)
  for (let minute = 1; minute < MINUTES; minute++) {
    const count: Counts = [1000 * minute, 3000 * minute, 20_000 * minute, 7000 * minute]
    record(new Map(ips.map((ip) => [ipToNumber(ip), count])), first + minute)
  }
}

async function measure(router: Router, call: Call, devices: number): Promise<Row> {
  const name = `${call.method} ${call.path}`
  const text = JSON.stringify(await router.api(call.path, call.body ? JSON.parse(call.body) : undefined))
  const [ours, theirs] = await besidePeer(router, call, { [name]: { text: `${text}\n` } })
  return httpRow(`${name.replace(/[?].*/, '')}, ${devices} devices`, ours, theirs, '')
}

async function besideSerialising(router: Router): Promise<Row> {
  const object = await router.api('/devices')
  const [ours, theirs] = await besidePeer(router, get('/devices'), { 'GET /devices': { object } })
  return httpRow(`GET /devices, ${SIZES.at(-1)} devices, beside one that serialises`, ours, theirs, '≥ 2')
}

async function onConsole(router: Router): Promise<Row> {
  const [ours, theirs] = await besidePeer(
    router,
    get('/status'),
    { 'GET /status': { text: '"Online"\n' } },
    router.console,
  )
  return httpRow('GET /status on the console’s socket', ours, theirs, '')
}

/** Our API, over TCP or its socket, beside a bare server that sends the same responses. */
async function besidePeer(
  { namespace, login }: Router,
  call: Call,
  answers: Answers,
  at: HttpLoad['at'] = 80,
): Promise<[HttpMeasured[], HttpMeasured[]]> {
  await using peer = await openPeer(namespace, [PEER], answers)
  const headers = { Authorization: basic(login), 'Content-Type': 'application/json' }
  return await inTurn(namespace, { ...call, headers, connections: CONNECTIONS }, { ours: at, peer: peer.port })
}
