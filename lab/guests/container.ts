import { connect } from '../home/cable.ts'
import { type Namespace, openNamespace } from '../home/namespace.ts'

/** The bridge of the containers, with the router at its first address. */
export const CONTAINERS = { link: 'br-lab', router: '172.18.0.1', net: '172.18.0.0/16', first: '172.18.0.2' } as const

/** Creates a bridge with an address, as a container engine does. */
export async function openBridge(router: Namespace): Promise<void> {
  const { link } = CONTAINERS
  await router.ip(`link add ${link} type bridge`, `link set ${link} up`, `addr add ${CONTAINERS.router}/16 dev ${link}`)
  // Frames within the bridge bypass the router's rules, regardless of other kernel settings.
  await router.outcome(['sysctl', '-qw', 'net.bridge.bridge-nf-call-iptables=0'])
}

/** A container on that bridge. */
export async function openContainer(router: Namespace, name: string, ip: string, dir: string): Promise<Namespace> {
  const container = await openNamespace(name, dir)
  await connect({ namespace: router, link: `veth-${name}`.slice(0, 15) }, { namespace: container, link: 'eth0' })
  await router.ip(`link set ${`veth-${name}`.slice(0, 15)} master ${CONTAINERS.link}`)
  await container.ip(`addr add ${ip}/16 dev eth0`, `route add default via ${CONTAINERS.router}`)
  return container
}
