import { mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Router } from '../guests/router.ts'
import { type Authority, openAuthority } from '../home/authority.ts'
import { connect } from '../home/cable.ts'
import { type Namespace, openNamespace } from '../home/namespace.ts'

/** A client, a router and a server in three namespaces; the router is ours or a plain kernel. */
export interface Stage {
  readonly client: Namespace
  readonly router: Namespace
  readonly server: Namespace
}

export const SERVER = '81.2.69.1'
const ROUTER_OUTSIDE = '81.2.69.2/24'
export const NET = '10.128.0.0/16'
const PASSWORD = 'a bench has no secrets'

export function place(name: string): string {
  mkdirSync('/run/bench', { recursive: true })
  return mkdtempSync(join('/run/bench', `${name}-`))
}

/** One link has the addresses of many devices: packets to any of them are delivered locally. */
const HEAR_ALL = `table netdev bench {
  chain received {
    type filter hook ingress device "eth0" priority 0;
    meta pkttype set host
  }
}
`

/** Creates the namespaces and cables. The client's link is `eth0`, the router's links are `lan0` and `wan0`. */
export async function openStage(name: string): Promise<Stage> {
  const dir = place(name)
  const [client, router, server] = await Promise.all([
    openNamespace(`${name}-client`, dir),
    openNamespace(`${name}-router`, dir),
    openNamespace(`${name}-server`, dir),
  ])
  await connect({ namespace: client, link: 'eth0' }, { namespace: router, link: 'lan0' })
  await connect({ namespace: server, link: 'eth0' }, { namespace: router, link: 'wan0' })
  await server.ip(`address add ${SERVER}/24 dev eth0`)
  await client.run(['nft', '-f', '-'], { input: HEAR_ALL })
  return { client, router, server }
}

/** The reference: a kernel that forwards and masquerades. */
export async function routePlainly({ router }: Stage): Promise<void> {
  await router.ip('address add 10.128.0.1/30 dev lan0', `address add ${ROUTER_OUTSIDE} dev wan0`)
  await router.sysctl('net.ipv4.ip_forward', '1')
  const rules = [
    'add table ip plain',
    'add chain ip plain leave { type nat hook postrouting priority srcnat; }',
    'add rule ip plain leave oifname "wan0" masquerade',
  ]
  await router.run(['nft', '-f', '-'], { input: `${rules.join('\n')}\n` })
}

/** Starts our daemon on this stage, set up, with a static uplink address. It trusts `authority`, or a new one. */
export async function routeOurs(
  { router }: Stage,
  name: string,
  flags: readonly string[] = [],
  trusted?: Authority,
): Promise<Router> {
  const dir = place(name)
  const authority = trusted ?? (await openAuthority(join(dir, 'authority')))
  const daemon = new Router(router, {
    data: join(dir, 'data'),
    console: join(dir, 'console.sock'),
    ca: authority.ca,
    uplinks: ['wan0'],
    flags,
  })
  await daemon.start()
  daemon.login = `admin:${PASSWORD}`
  await daemon.api('/setup', { AdminPassword: PASSWORD, InterfaceUplink: 'wan0', TinyNets: [NET] })
  await daemon.api('/setup_done', {})
  await daemon.api('/uplink/ip', {
    Name: 'wan0',
    Type: 'Uplink',
    Enabled: true,
    DisableDHCP: true,
    IP: ROUTER_OUTSIDE,
    Router: SERVER,
  })
  return daemon
}

/** The daemon's data directory. */
export const dataOf = ({ console }: Router): string => join(dirname(console), 'data')

/** Adds devices with the usual policies to the router. */
export async function register(router: Router, macs: readonly string[]): Promise<void> {
  for (const mac of macs)
    await router.api(`/device?identity=${mac}`, {
      Name: `device ${mac.slice(-5)}`,
      Policies: ['wan', 'dns'],
      Groups: ['family'],
    })
}

/** Resident memory of the daemon in MiB: now, or the most since its start or since that was reset. */
export async function residentMiB({ namespace, daemon }: Router, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  const status = await namespace.run(['cat', `/proc/${daemon.pid}/status`])
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}
