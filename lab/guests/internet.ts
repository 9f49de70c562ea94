import { join } from 'node:path'
import type { Authority } from '../home/authority.ts'
import { addSwitch, type Plug, type Switch } from '../home/cable.ts'
import { type Namespace, openNamespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'
import {
  type Addressing,
  ECHO_PORT,
  FAMILY_RESOLVER,
  FOREIGN_RESOLVER,
  HOSTS,
  PRIVATE_HOST,
  PROVIDER,
  RESOLVER,
  SECOND_PROVIDER,
  SECOND_QUAD9,
  TROUBLED_RESOLVER,
  WEB,
  WELL_KNOWN_RESOLVERS,
} from './addresses.ts'
import { type Resolvers, startResolvers } from './resolver.ts'
import { startWeb } from './web.ts'

/** A provider with the ports of its customers. All providers share one internet. */
export interface Provider {
  /** Connects a customer; returns the provider's port. */
  plug(end: Plug): Promise<string>
  /** Cuts a customer's line, and restores it. */
  cut(port: string): Promise<void>
  mend(port: string): Promise<void>
  /** Makes the provider's router drop all packets beyond itself, and forward them again. */
  fail(): Promise<void>
  recover(): Promise<void>
}

/** Creates a provider and the internet; with `second`, another provider. */
export interface Internet extends Provider {
  readonly namespace: Namespace
  /** A foreign machine in the provider's network, on the same segment as our uplink. */
  readonly neighbour: Namespace
  /** Its resolvers. */
  readonly names: Resolvers
  readonly addressing: (typeof PROVIDER)[Addressing]
  readonly second: Provider | undefined
}

interface Customers {
  readonly gateway: string
  readonly prefix: number
  readonly first: string
  readonly last: string
}

/** dnsmasq as the DHCP server of customers, with the provider's resolver. */
const startAddresses = (namespace: Namespace, link: string, { gateway, first, last }: Customers): Program =>
  namespace.start([
    'dnsmasq',
    '--no-daemon',
    '--conf-file=/dev/null',
    '--port=0',
    `--interface=${link}`,
    '--bind-interfaces',
    '--no-ping',
    `--dhcp-range=${first},${last},5m`,
    '--dhcp-authoritative',
    `--dhcp-option=3,${gateway}`,
    `--dhcp-option=6,${RESOLVER}`,
    `--dhcp-leasefile=${join(namespace.dir, `${link}.leases`)}`,
  ])

/** Creates a provider's network: a bridge named `link`, its router and its addresses. */
export async function openProvider(
  namespace: Namespace,
  link: string,
  customers: Customers,
): Promise<Provider & Switch> {
  const { gateway, prefix } = customers
  const wire = await addSwitch(namespace, link)
  await namespace.ip(`addr add ${gateway}/${prefix} dev ${link}`)
  // The provider drops source addresses that it has not assigned: RFC 2827.
  await namespace.sysctl(`net.ipv4.conf.${link}.rp_filter`, '1')
  startAddresses(namespace, link, customers)
  const table = `inet ${link}_failing`
  return {
    ...wire,
    cut: (port) => namespace.ip(`link set ${port} down`),
    mend: (port) => namespace.ip(`link set ${port} up`),
    async fail() {
      const rules = [
        `add table ${table}`,
        `add chain ${table} arrival { type filter hook prerouting priority -300; }`,
        `add rule ${table} arrival iifname ${link} ip daddr != { ${gateway}, 255.255.255.255 } drop`,
      ]
      await namespace.run(['nft', '-f', '-'], { input: `${rules.join('\n')}\n` })
    },
    async recover() {
      await namespace.run(['nft', 'delete', 'table', ...table.split(' ')])
    },
  }
}

async function openNeighbour(dir: string, wire: Switch, { neighbour, prefix, gateway }: (typeof PROVIDER)[Addressing]) {
  const namespace = await openNamespace('neighbour', dir)
  await wire.plug({ namespace, link: 'eth0' })
  await namespace.ip(`addr add ${neighbour}/${prefix} dev eth0`, `route add default via ${gateway}`)
  return namespace
}

export interface InternetOptions {
  readonly addressing: Addressing
  readonly secondProvider: boolean
}

export async function openInternet(
  dir: string,
  authority: Authority,
  { addressing, secondProvider }: InternetOptions,
): Promise<Internet> {
  const namespace = await openNamespace('internet', dir)
  const resolvers = [
    RESOLVER,
    FAMILY_RESOLVER,
    FOREIGN_RESOLVER,
    TROUBLED_RESOLVER,
    ...Object.values(WELL_KNOWN_RESOLVERS),
    SECOND_QUAD9,
  ]
  const hosts = [WEB, PRIVATE_HOST, ...HOSTS, ...resolvers]
  await namespace.ip(...hosts.map((host) => `addr add ${host}/32 dev lo`))
  const provider = await openProvider(namespace, 'provider', PROVIDER[addressing])
  const second = secondProvider ? await openProvider(namespace, 'second', SECOND_PROVIDER) : undefined
  namespace.listen(ECHO_PORT)
  namespace.start(['iperf3', '--server', '--bind', WEB])
  const [neighbour, names] = await Promise.all([
    openNeighbour(dir, provider, PROVIDER[addressing]),
    startResolvers(namespace, authority),
    startWeb(namespace, authority),
  ])
  return { ...provider, namespace, neighbour, names, addressing: PROVIDER[addressing], second }
}
