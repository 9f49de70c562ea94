import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newKeyPair, newPresharedKey } from '../../../router/features/vpn/wireguard/keys.ts'
import { addLink, connectPeer, type PeerConfig } from '../../guests/roadwarrior.ts'
import type { Router } from '../../guests/router.ts'
import { connect } from '../../home/cable.ts'
import { type Namespace, openNamespace } from '../../home/namespace.ts'
import { until } from '../../process/until.ts'
import { openStage, place, routeOurs, routePlainly, SERVER, type Stage } from '../stage.ts'

export const PORT = 51_280
/** The router's address on its uplink, to which peers connect. */
const OUTSIDE = '81.2.69.2'
const ROAD = { gateway: '81.2.70.1', address: '81.2.70.2' }
/** The address of the measured peer, which others do not get. */
const PEER_IP = '10.128.255.2'
/** Address `n` of the other peers: the third of a block of four. */
export const addressOf = (n: number): string => `10.128.${n >> 6}.${((n & 63) << 2) + 2}`

/** A stage with a machine away from home, `road`, which is a peer of the router. */
export interface VpnStage extends Stage {
  readonly road: Namespace
  readonly config: PeerConfig
  /** The public key of the machine. */
  readonly key: string
}

/** The same with our daemon. */
export interface OwnStage extends VpnStage {
  readonly daemon: Router
}

/** The same with a link of WireGuard that is set up by hand. */
export interface PlainStage extends VpnStage {
  readonly presharedKeyFile: string
}

/** A machine behind the server, which forwards its packets to the router. */
async function openRoad(name: string, { server }: Stage): Promise<Namespace> {
  const road = await openNamespace(`${name}-road`, place(name))
  await connect({ namespace: road, link: 'eth0' }, { namespace: server, link: 'road0' })
  await server.ip(`address add ${ROAD.gateway}/24 dev road0`)
  await server.sysctl('net.ipv4.ip_forward', '1')
  await road.ip(`address add ${ROAD.address}/24 dev eth0`, `route add default via ${ROAD.gateway}`)
  server.start(['iperf3', '-s'])
  await until('the server', async () => (await server.outcome(['sh', '-c', 'ss -ltn | grep -q 5201'])).code === 0)
  return road
}

const configOf = (keys: { readonly privateKey: string; readonly server: string; readonly preshared: string }) => ({
  Interface: { PrivateKey: keys.privateKey, Address: PEER_IP, DNS: SERVER },
  Peer: {
    PublicKey: keys.server,
    AllowedIPs: '0.0.0.0/0',
    Endpoint: `${OUTSIDE}:${PORT}`,
    PresharedKey: keys.preshared,
    PersistentKeepalive: 0,
  },
})

export async function openOwnStage(): Promise<OwnStage> {
  const stage = await openStage('ours')
  const road = await openRoad('ours', stage)
  const daemon = await routeOurs(stage, 'vpn')
  const { privateKey, publicKey: key } = newKeyPair()
  const preshared = newPresharedKey()
  await daemon.api('/plugins/wireguard/up', {})
  const own = { ...stage, road, daemon, key }
  await admit(own)
  const { Peer } = await addPeer(own, preshared)
  const config = configOf({ privateKey, server: Peer.PublicKey, preshared })
  await connectPeer(road, config)
  return { ...own, config }
}

/** The device of the machine: existing clients add it before the peer. */
export const admit = ({ daemon, key }: Pick<OwnStage, 'daemon' | 'key'>): Promise<unknown> =>
  daemon.api(`/device?identity=${encodeURIComponent(key)}`, {
    Name: 'road',
    WGPubKey: key,
    Policies: ['wan', 'dns'],
    Groups: ['family'],
  })

export async function addPeer({ daemon, key }: Pick<OwnStage, 'daemon' | 'key'>, PresharedKey: string) {
  const body = { PublicKey: key, AllowedIPs: PEER_IP, PresharedKey }
  return (await daemon.api('/plugins/wireguard/peer', body)) as PeerConfig
}

export async function openPlainStage(): Promise<PlainStage> {
  const stage = await openStage('plain')
  const road = await openRoad('plain', stage)
  const { router } = stage
  await routePlainly(stage)
  const [server, client, preshared] = [newKeyPair(), newKeyPair(), newPresharedKey()]
  const [privateKeyFile, presharedKeyFile] = ['server.key', 'preshared.key'].map((name) => join(router.dir, name))
  writeFileSync(privateKeyFile!, server.privateKey)
  writeFileSync(presharedKeyFile!, preshared)
  await addLink(router, 'wg0')
  await router.run(['wg', 'set', 'wg0', 'private-key', privateKeyFile!, 'listen-port', String(PORT)])
  await router.run(setPeer(client.publicKey, presharedKeyFile!))
  await router.ip(`route add default via ${SERVER}`, 'address add 10.128.0.5/16 dev wg0', 'link set wg0 mtu 1420 up')
  const config = configOf({ privateKey: client.privateKey, server: server.publicKey, preshared })
  await connectPeer(road, config)
  return { ...stage, road, config, key: client.publicKey, presharedKeyFile: presharedKeyFile! }
}

/** The command that adds the machine as a peer. */
export const setPeer = (key: string, presharedKeyFile: string): string[] => [
  ...['wg', 'set', 'wg0', 'peer', key],
  ...['preshared-key', presharedKeyFile, 'allowed-ips', `${PEER_IP}/32`],
]

/** Adds peers that do not connect, to both. */
export async function growBoth(own: OwnStage, plain: PlainStage, from: number, to: number): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i)
  const peers = numbers.map((n) => ({ key: newKeyPair().publicKey, psk: newPresharedKey(), ip: addressOf(n) }))
  for (const { key, psk, ip } of peers)
    await own.daemon.api('/plugins/wireguard/peer', { PublicKey: key, PresharedKey: psk, AllowedIPs: ip })
  const file = join(plain.router.dir, 'peers.conf')
  const sections = peers.map(
    ({ key, psk, ip }) => `[Peer]\nPublicKey = ${key}\nPresharedKey = ${psk}\nAllowedIPs = ${ip}/32\n`,
  )
  writeFileSync(file, sections.join(''))
  await plain.router.run(['wg', 'addconf', 'wg0', file])
}
