import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '../../bin/daemon.js'
import { basic } from '../contract/call.ts'
import { type Router, SHARED_FIREWALL } from '../guests/router.ts'
import { rememberTraffic } from './api.ts'
import { loadDhcpIn } from './dhcp.ts'
import { loadDevices } from './dhcp-load.ts'
import { loadDns } from './dns-load.ts'
import { edition, questions } from './dns-names.ts'
import { openDnsStage } from './dns-stage.ts'
import { loadHttp } from './http-load.ts'
import { addRules } from './rules.ts'
import { dataOf, place, register, residentMiB, SERVER, type Stage } from './stage.ts'
import type { Row } from './table.ts'
import { talk } from './talk.ts'

const COMPILE = fileURLToPath(new URL('../../bin/compile.js', import.meta.url))
const DEVICES = 1000
const RULES = 2000
/** What only the start took has been returned by then. */
const SETTLED_MS = 10_000
const CONNECTIONS = 8
const SECONDS = 2
const LIST = `http://${SERVER}/list`
const EDITIONS = 4

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLED_MS))

/**
 * Resident memory of the daemon with 1,000 devices and 2,000 rules: at rest, and at most while the longest lists are
 * fetched, with a full table of connections, and while a list of a million names is replaced.
 */
export async function benchMemory(): Promise<Row[]> {
  const { stage, router, dir } = await openDnsStage('memory', SHARED_FIREWALL)
  const macs = loadDevices(DEVICES)
  await register(router, macs)
  await loadDhcpIn(stage.client, { link: 'eth0', clients: 32, seconds: 60, mode: 'new', devices: macs })
  await addRules(router, 0, RULES)
  const known = (await router.api('/devices')) as Record<string, { MAC: string; RecentIP: string }>
  const devices = Object.values(known).map(({ MAC, RecentIP }) => ({ mac: MAC, ip: RecentIP }))
  const ips = devices.map(({ ip }) => ip)

  const rows: Row[] = []
  await router.daemon.stop()
  rememberTraffic(dataOf(router), ips)
  await installAnew(stage)
  await router.start()
  await settle()
  rows.push(row('10 s after the first start', await residentMiB(router), '≤ 150 MiB'))
  await router.daemon.stop()
  await router.start()
  await settle()
  rows.push(row('10 s after another start', await residentMiB(router), '≤ 150 MiB'))

  await talk(stage, devices)
  const load = (path: string) => loadConsole(router, path)
  const lists = async () => {
    for (const path of LONG_LISTS) await load(path)
  }
  rows.push(row('the longest lists, on 8 connections, at most', await peakMiB(router, lists), '≤ 220 MiB'))

  let blockMs = 0
  const full = async () => {
    await fillConnections(router, ips)
    blockMs = await timeBlock(router)
    for (const path of ['/iptraffic', `/traffic/device/${macs[0]}`]) await load(path)
    await change(router, macs)
    await router.namespace.run(['nft', 'flush', 'ruleset'])
    await settle()
  }
  rows.push(row('with a full table of connections, at most', await peakMiB(router, full), '≤ 220 MiB'))
  const what = 'PUT /firewall/block for a network, with a full table of connections'
  rows.push({ what, ours: `${blockMs.toFixed(0)} ms`, peer: '', ratio: '', aim: '< 1000 ms' })
  await router.namespace.run(['conntrack', '-F'])

  const asked = join(dir, 'mixed')
  writeFileSync(asked, questions().mixed)
  const replace = async () => {
    for (let i = 0; i < EDITIONS; i++) {
      writeFileSync(join(dir, 'list'), edition(i % 2 === 1))
      const loading = loadDns(router.namespace, { ip: '10.128.0.1', port: 53, asked, seconds: 6 })
      if (i === 0)
        await router.api('/plugins/dns/block/blocklists', {
          URI: LIST,
          Enabled: true,
          Tags: [],
          Category: '',
          DontBlock: false,
        })
      else await router.api('/plugins/dns/block/blocklists/refresh', { URI: LIST })
      await loading
    }
  }
  rows.push(row('a list of a million names, replaced under load, at most', await peakMiB(router, replace), '≤ 220 MiB'))
  await settle()
  rows.push(row('10 s after all that', await residentMiB(router), ''))
  await router.daemon.stop()
  return rows
}

const LONG_LISTS = [
  '/devices',
  '/traffic/outgoing_traffic_wan',
  '/traffic_history?minutes=60',
  '/arp',
  '/iptraffic',
  '/nftables',
  '/nftable/inet/sallyport',
]

const row = (what: string, mib: number, aim: string): Row => ({
  what: `memory (RSS), ${what}`,
  ours: `${mib.toFixed(0)} MiB`,
  peer: '',
  ratio: '',
  aim,
})

/** The compile cache as `npm start` prepares it after an update, for this stage alone. */
async function installAnew({ router }: Stage): Promise<void> {
  mkdirSync(COMPILE_CACHE, { recursive: true })
  await router.run(['mount', '-t', 'tmpfs', 'none', COMPILE_CACHE])
  await router.run(['env', `NODE_COMPILE_CACHE=${COMPILE_CACHE}`, process.execPath, COMPILE])
}

/** The most memory that the daemon has held during some work, in MiB. */
async function peakMiB(router: Router, work: () => Promise<void>): Promise<number> {
  // proc(5): the peak starts anew from what is resident now.
  writeFileSync(`/proc/${router.daemon.pid}/clear_refs`, '5')
  await work()
  return await residentMiB(router, 'VmHWM')
}

async function loadConsole(router: Router, path: string): Promise<void> {
  const headers = { Authorization: basic(router.login) }
  const load = { method: 'GET', path, body: '', headers, connections: CONNECTIONS, seconds: SECONDS } as const
  await loadHttp({ ...load, at: router.console })
}

/** As many connections as the kernel's table holds, from these devices to the internet. */
async function fillConnections({ namespace }: Router, ips: readonly string[]): Promise<void> {
  const most = Number(await namespace.run(['cat', '/proc/sys/net/netfilter/nf_conntrack_max']))
  const file = join(place('memory'), 'entries')
  const each = Math.ceil(most / ips.length)
  const entries = ips.flatMap((ip, d) => Array.from({ length: each }, (_, i) => entry(ip, 1024 + d, i)))
  writeFileSync(file, `${entries.join('\n')}\n`)
  await namespace.outcome(['conntrack', '-R', file], { timeoutMs: 100_000 })
  const count = Number(await namespace.run(['cat', '/proc/sys/net/netfilter/nf_conntrack_count']))
  if (count < most * 0.99) throw new Error(`the table has ${count} of ${most} connections`)
}

/** For conntrack(8): a device's `i`th connection, as the router's ruleset translates it. */
function entry(ip: string, port: number, i: number): string {
  const [there, to] = [`81.2.70.${i & 255}`, 1000 + (i >> 8)]
  const [opened, answered] = [`-s ${ip} -d ${there}`, `-r ${there} -q 81.2.69.2`]
  const ports = `--sport ${port} --dport ${to} --reply-port-src ${to} --reply-port-dst ${port}`
  return `-A -t 600 -u SEEN_REPLY,ASSURED ${opened} ${answered} -p udp ${ports}`
}

/** The time of a rule that forbids none of the connections, which are all of its protocol, in milliseconds. */
async function timeBlock(router: Router): Promise<number> {
  const start = performance.now()
  await router.api('/firewall/block', { Protocol: 'udp', SrcIP: '0.0.0.0/0', DstIP: '203.0.113.0/24' })
  return performance.now() - start
}

/** Changes that end connections, and calls about them. */
async function change(router: Router, macs: readonly string[]): Promise<void> {
  for (const mac of macs.slice(0, 5)) {
    await router.api(`/device?identity=${mac}`, { Policies: ['dns'] })
    await router.api(`/device?identity=${mac}`, { Policies: ['wan', 'dns'] })
  }
  for (const mac of macs.slice(5, 10)) await router.api(`/device?identity=${mac}`, {}, 'DELETE')
  await router.api(`/explain?from=${macs[0]}&to=internet&proto=tcp&port=443`)
  await router.api('/firewall/block', { Protocol: 'tcp', SrcIP: '0.0.0.0/0', DstIP: '198.51.100.0/24' })
}
