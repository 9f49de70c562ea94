import { type Device, isDisabled } from '../features/devices/device.ts'
import { isDeviceAddress } from '../features/dhcp/subnet.ts'
import { VPN_LINK } from '../features/vpn/server.ts'
import type { Facts } from '../store/facts.ts'
import type { Frame, Member, Tunnel, Uplink } from './network.ts'

/** The largest packet of Ethernet. */
const ETHERNET_MTU = 1500
/** The headers of WireGuard, UDP and IPv6, as wg-quick(8) counts them: the peer may reach the router through IPv6 translation. */
const OVERHEAD = 80

/** The WireGuard links of the router: that of the VPN server while it is up. */
export function compileTunnels(
  { setting, links }: Pick<Facts, 'setting' | 'links'>,
  uplinks: readonly Pick<Uplink, 'link' | 'mtu'>[],
): Tunnel[] {
  const { PrivateKey: privateKey, Up, Port: port } = setting('vpn')
  if (!Up || privateKey === '') return []
  const sizes = uplinks.map(({ link, mtu }) => mtu ?? links.get(link)?.mtu ?? ETHERNET_MTU)
  const mtu = Math.min(ETHERNET_MTU, ...sizes) - OVERHEAD
  return [{ link: VPN_LINK, role: 'server', privateKey, port, mtu, peers: [] }]
}

/** The VPN server, while it is up. */
export const serverOf = ({ tunnels }: Pick<Frame, 'tunnels'>): Tunnel | undefined =>
  tunnels.find(({ role }) => role === 'server')

/** The device as a peer of the VPN server. It may send packets from its address only. */
export function compilePeer(device: Device, { peers }: Pick<Facts, 'peers'>, frame: Frame): Member['peer'] {
  const server = serverOf(frame)
  const peer = device.WGPubKey ? peers.get(device.WGPubKey) : undefined
  if (!server || !peer || isDisabled(device) || !isDeviceAddress(frame.nets, device.RecentIP)) return undefined
  return {
    link: server.link,
    publicKey: peer.PublicKey,
    presharedKey: peer.PresharedKey,
    allowed: [`${device.RecentIP}/32`],
    endpoint: '',
    keepalive: 0,
  }
}
