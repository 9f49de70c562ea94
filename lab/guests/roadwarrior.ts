import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Namespace, openNamespace } from '../home/namespace.ts'
import { until } from '../process/until.ts'
import { RESOLVER } from './addresses.ts'
import { macOf } from './device.ts'
import type { Internet } from './internet.ts'
import { openStream, type Stream } from './stream.ts'

/** The configuration of a peer as the router returns it. */
export interface PeerConfig {
  readonly Interface: { readonly PrivateKey: string; readonly Address: string; readonly DNS: string }
  readonly Peer: {
    readonly PublicKey: string
    readonly AllowedIPs: string
    readonly Endpoint: string
    readonly PresharedKey: string
    readonly PersistentKeepalive: number
  }
}

/** Adds a WireGuard link with the kernel, or with wireguard-go where the kernel has none. */
export async function addLink(namespace: Namespace, link: string): Promise<void> {
  const { code } = await namespace.outcome(['ip', 'link', 'add', link, 'type', 'wireguard'])
  if (code !== 0) await namespace.run(['wireguard-go', link])
}

/** Connects a machine as a peer, with ordinary `wg`: all its traffic but that of the tunnel itself leaves through the tunnel. */
export async function connectPeer(namespace: Namespace, { Interface, Peer }: PeerConfig, link = 'wg0'): Promise<void> {
  const file = join(namespace.dir, `${link}.conf`)
  mkdirSync(namespace.dir, { recursive: true })
  const lines = [
    '[Interface]',
    `PrivateKey = ${Interface.PrivateKey}`,
    '[Peer]',
    `PublicKey = ${Peer.PublicKey}`,
    `PresharedKey = ${Peer.PresharedKey}`,
    `AllowedIPs = ${Peer.AllowedIPs}`,
    `Endpoint = ${Peer.Endpoint}`,
    `PersistentKeepalive = ${Peer.PersistentKeepalive}`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  await addLink(namespace, link)
  await namespace.run(['wg', 'setconf', link, file])
  const endpoint = Peer.Endpoint.split(':')[0]
  const [route] = JSON.parse(await namespace.run(['ip', '-j', 'route', 'get', endpoint ?? '']))
  const gateway = route.gateway ? `via ${route.gateway}` : ''
  await namespace.ip(
    `addr add ${Interface.Address}/32 dev ${link}`,
    `link set ${link} mtu 1420 up`,
    `route replace ${endpoint} ${gateway} dev ${route.dev}`,
    ...routedNets(Peer.AllowedIPs).map((net) => `route add ${net} dev ${link}`),
  )
  if (Interface.DNS) useResolver(namespace, Interface.DNS)
}

const useResolver = ({ dir }: Namespace, ip: string): void =>
  writeFileSync(join(dir, 'etc/resolv.conf'), `nameserver ${ip}\n`)

/** The IPv4 networks to route through a tunnel. In place of a default route, two that are more specific than the one that stays. */
const routedNets = (allowed: string): string[] =>
  allowed
    .split(',')
    .map((net) => net.trim())
    .filter((net) => !net.includes(':'))
    .flatMap((net) => (net === '0.0.0.0/0' ? ['0.0.0.0/1', '128.0.0.0/1'] : [net]))

/** Parses a file of wg-quick(8) with one peer. Throws if a setting is missing. */
export function parsePeerFile(text: string): PeerConfig {
  const setting = (name: string, otherwise?: string): string => {
    const value = new RegExp(`^\\s*${name}\\s*=\\s*(.*?)\\s*$`, 'im').exec(text)?.[1] ?? otherwise
    if (value === undefined) throw new Error(`this is no configuration of WireGuard: it has no ${name}`)
    return value
  }
  return {
    Interface: {
      PrivateKey: setting('PrivateKey'),
      Address: setting('Address').replace(/\/.*/, ''),
      DNS: setting('DNS', ''),
    },
    Peer: {
      PublicKey: setting('PublicKey'),
      AllowedIPs: setting('AllowedIPs'),
      Endpoint: setting('Endpoint'),
      PresharedKey: setting('PresharedKey'),
      PersistentKeepalive: Number(setting('PersistentKeepalive', '0')),
    },
  }
}

export async function disconnectPeer(namespace: Namespace, link = 'wg0'): Promise<void> {
  await namespace.ip(`link delete ${link}`)
  // wireguard-go ends after its link; another one with this name cannot start before.
  const socket = `/var/run/wireguard/${link}.sock`
  await until('the end of wireguard-go', async () => (await namespace.outcome(['test', '-e', socket])).code !== 0)
}

/** The source port after a change of the address. */
const ROAMED_PORT = 40_001

/** A device away from home: an ordinary Linux machine in the provider's network. */
export class RoadWarrior implements AsyncDisposable {
  readonly namespace: Namespace
  /** Its present address in the internet. */
  address: string
  readonly mac: string
  readonly #gateway: string
  /** Its address in the home while it is connected. */
  tunnelAddress: string | undefined

  constructor(namespace: Namespace, { address, mac, gateway }: { address: string; mac: string; gateway: string }) {
    this.namespace = namespace
    this.mac = mac
    this.address = address
    this.#gateway = gateway
  }

  async connect(config: PeerConfig): Promise<void> {
    await connectPeer(this.namespace, config)
    this.tunnelAddress = config.Interface.Address
  }

  async disconnect(): Promise<void> {
    await disconnectPeer(this.namespace)
    this.tunnelAddress = undefined
    useResolver(this.namespace, RESOLVER)
  }

  /** Time of the last handshake, in seconds since 1970; 0 for none. */
  async handshake(): Promise<number> {
    const shown = await this.namespace.run(['wg', 'show', 'wg0', 'latest-handshakes'])
    return Number(shown.trim().split('\t')[1] ?? 0)
  }

  /** Gets another address, as a phone between wifi and a mobile network. */
  async move(address: string): Promise<void> {
    const { namespace } = this
    const routes: { dst: string; gateway?: string }[] = JSON.parse(
      await namespace.run(['ip', '-j', 'route', 'show', 'dev', 'eth0']),
    )
    const beside = routes.flatMap(({ dst, gateway }) => (gateway && dst !== 'default' ? [dst] : []))
    await namespace.ip(
      `addr flush dev eth0`,
      `addr add ${address}/24 dev eth0`,
      `route add default via ${this.#gateway}`,
      ...beside.map((dst) => `route replace ${dst} via ${this.#gateway}`),
    )
    // As WireGuard apps do: wireguard-go would send from the former address until a handshake fails.
    await namespace.run(['wg', 'set', 'wg0', 'listen-port', String(ROAMED_PORT)])
    this.address = address
  }

  reaches(ip: string, port: number): Promise<boolean> {
    return this.namespace.connects(ip, port)
  }

  async resolves(name: string): Promise<string[]> {
    const { stdout } = await this.namespace.outcome(['dig', '+short', '+tries=4', '+time=3', name])
    return stdout.split('\n').filter((line) => line !== '' && !line.startsWith(';'))
  }

  stream(ip: string, port: number): Promise<Stream> {
    return openStream(this.namespace, ip, port)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.namespace[Symbol.asyncDispose]()
  }
}

/** A road warrior in the network of the router's provider. */
export async function openRoadWarrior(
  internet: Internet,
  dir: string,
  name = 'roadwarrior',
  host = 77,
): Promise<RoadWarrior> {
  const namespace = await openNamespace(name, dir)
  const mac = macOf(name)
  await internet.plug({ namespace, link: 'eth0', mac })
  const { gateway, prefix } = internet.addressing
  const address = gateway.replace(/\d+$/, String(host))
  await namespace.ip(`addr add ${address}/${prefix} dev eth0`, `route add default via ${gateway}`)
  useResolver(namespace, RESOLVER)
  return new RoadWarrior(namespace, { address, mac, gateway })
}
