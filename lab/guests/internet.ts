import { join } from 'node:path'
import type { Authority } from '../authority.ts'
import { addSwitch, type Plug, type Switch } from '../cable.ts'
import { type Namespace, openNamespace } from '../namespace.ts'
import type { Program } from '../program.ts'
import {
  type Addressing,
  ECHO_PORT,
  FAMILY_RESOLVER,
  FOREIGN_RESOLVER,
  PRIVATE_HOST,
  PROVIDER,
  RESOLVER,
  TROUBLED_RESOLVER,
  WEB,
  WELL_KNOWN_RESOLVERS,
} from './addresses.ts'
import { startResolver } from './resolver.ts'
import { startWeb } from './web.ts'

/** A provider and everything behind it. */
export interface Internet {
  readonly namespace: Namespace
  /** Somebody else's machine on the provider's wire: as near to our uplink as a stranger can be. */
  readonly neighbour: Namespace
  readonly addressing: (typeof PROVIDER)[Addressing]
  /** Connect a customer; gives the provider's port. */
  plug(end: Plug): Promise<string>
  /** A customer's line is cut, and mended. */
  cut(port: string): Promise<void>
  mend(port: string): Promise<void>
}

/** dnsmasq, only for addresses: each customer on the wire gets one, with the provider's own resolver. */
const startAddresses = (namespace: Namespace, { gateway, first, last }: (typeof PROVIDER)[Addressing]): Program =>
  namespace.start([
    'dnsmasq',
    '--no-daemon',
    '--conf-file=/dev/null',
    '--port=0',
    '--interface=provider',
    '--bind-interfaces',
    '--no-ping',
    `--dhcp-range=${first},${last},5m`,
    '--dhcp-authoritative',
    `--dhcp-option=3,${gateway}`,
    `--dhcp-option=6,${RESOLVER}`,
    `--dhcp-leasefile=${join(namespace.dir, 'leases')}`,
  ])

async function openNeighbour(dir: string, wire: Switch, { neighbour, prefix, gateway }: (typeof PROVIDER)[Addressing]) {
  const namespace = await openNamespace('neighbour', dir)
  await wire.plug({ namespace, link: 'eth0' })
  await namespace.ip(`addr add ${neighbour}/${prefix} dev eth0`, `route add default via ${gateway}`)
  return namespace
}

export async function openInternet(dir: string, authority: Authority, addressing: Addressing): Promise<Internet> {
  const provider = PROVIDER[addressing]
  const namespace = await openNamespace('internet', dir)
  const wire = await addSwitch(namespace, 'provider')
  const resolvers = [
    RESOLVER,
    FAMILY_RESOLVER,
    FOREIGN_RESOLVER,
    TROUBLED_RESOLVER,
    ...Object.values(WELL_KNOWN_RESOLVERS),
  ]
  const hosts = [WEB, PRIVATE_HOST, ...resolvers]
  await namespace.ip(
    `addr add ${provider.gateway}/${provider.prefix} dev provider`,
    ...hosts.map((host) => `addr add ${host}/32 dev lo`),
  )
  startAddresses(namespace, provider)
  namespace.start(['busybox', 'nc', '-ll', '-p', String(ECHO_PORT), '-e', 'cat'])
  namespace.start(['iperf3', '--server', '--bind', WEB])
  const [neighbour] = await Promise.all([
    openNeighbour(dir, wire, provider),
    startResolver(namespace, authority),
    startWeb(namespace, authority),
  ])
  return {
    namespace,
    neighbour,
    addressing: provider,
    plug: (end) => wire.plug(end),
    cut: (port) => namespace.ip(`link set ${port} down`),
    mend: (port) => namespace.ip(`link set ${port} up`),
  }
}
