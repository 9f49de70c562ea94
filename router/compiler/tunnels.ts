import { type Device, isDisabled } from '../model/home/devices/device.ts'
import { isDeviceAddress } from '../model/home/dhcp/subnet.ts'
import { hostOf } from '../model/vpn/tunnels/check.ts'
import { activeTunnel } from '../model/vpn/tunnels/state.ts'
import { closeness, numberOf, type Tunnel } from '../model/vpn/tunnels/tunnel.ts'
import { VPN_LINK } from '../model/vpn/wireguard/server.ts'
import type { Facts } from '../store/facts.ts'
import { isIp } from '../values/ip.ts'
import { parseSubnet } from '../values/subnet.ts'
import type { CompiledTunnel, Frame, Member, PfwRule, TunnelExit, Uplink } from './network.ts'

/** The largest packet of Ethernet. */
const ETHERNET_MTU = 1500
/** The headers of WireGuard, UDP and IPv6, as wg-quick(8) counts them: the peer may reach the router through IPv6 translation. */
const OVERHEAD = 80

type TunnelFacts = Pick<Facts, 'setting' | 'links' | 'tunnels' | 'tunnelStates'>

/** The WireGuard links of the router: that of the VPN server while it is up, and the enabled outgoing tunnels. */
export function compileTunnels(facts: TunnelFacts, uplinks: readonly Pick<Uplink, 'link' | 'mtu'>[]): CompiledTunnel[] {
  const sizes = uplinks.map(({ link, mtu }) => mtu ?? facts.links.get(link)?.mtu ?? ETHERNET_MTU)
  const mtu = Math.min(ETHERNET_MTU, ...sizes) - OVERHEAD
  const { PrivateKey: privateKey, Up, Port: port } = facts.setting('vpn')
  const server: CompiledTunnel[] =
    Up && privateKey !== ''
      ? [{ link: VPN_LINK, role: 'server', privateKey, port, mtu, addresses: [], dns: [], peers: [] }]
      : []
  const out = [...facts.tunnels.values()]
    .filter(({ Enabled }) => Enabled)
    .sort((a, b) => numberOf(a.Link) - numberOf(b.Link))
  return [...server, ...out.map((tunnel) => outgoing(tunnel, facts, mtu))]
}

function outgoing(
  { Name, Link, PrivateKey, Addresses, DNS, MTU, ListenPort, Peer }: Tunnel,
  { tunnelStates }: Pick<Facts, 'tunnelStates'>,
  mtu: number,
): CompiledTunnel {
  const endpoint = isIp(hostOf(Peer.Endpoint)) ? Peer.Endpoint : (tunnelStates.get(Name)?.endpoint ?? '')
  return {
    link: Link,
    role: 'out',
    privateKey: PrivateKey,
    port: ListenPort,
    mtu: MTU || mtu,
    addresses: Addresses,
    dns: DNS,
    peers: [
      {
        publicKey: Peer.PublicKey,
        presharedKey: Peer.PresharedKey,
        allowed: Peer.AllowedIPs,
        endpoint,
        keepalive: Peer.PersistentKeepalive,
      },
    ],
  }
}

/** The exits, each with the tunnel that it uses now. */
export const compileExits = (
  facts: Pick<Facts, 'exits' | 'tunnels' | 'tunnelStates' | 'exitAddresses'>,
): TunnelExit[] =>
  [...facts.exits.values()]
    .sort((a, b) => (a.Name < b.Name ? -1 : 1))
    .map((exit) => ({
      name: exit.Name,
      number: exit.Number,
      all: exit.Traffic === 'all',
      nets: exit.Traffic === 'all' ? [] : exit.Networks.flatMap((text) => parseSubnet(text) ?? []),
      hosts:
        exit.Traffic === 'all'
          ? []
          : (facts.exitAddresses.get(exit.Name)?.ips ?? []).flatMap((ip) => parseSubnet(`${ip}/32`) ?? []),
      link: activeTunnel(
        exit,
        (name) => facts.tunnels.get(name),
        (name) => facts.tunnelStates.get(name)?.up === true,
      )?.Link,
      users: { Devices: exit.Devices, Groups: exit.Groups, Tags: exit.Tags },
    }))

/**
 * The exits of a device: all with listed networks, and one for all its traffic: that of the first rule that holds for it, or the
 * one that names it most closely.
 */
export function exitsOf(
  device: Device,
  { exits }: Pick<Frame, 'exits'>,
  held: readonly Pick<PfwRule, 'id'>[],
): TunnelExit[] {
  let whole: TunnelExit | undefined
  const mine: TunnelExit[] = []
  for (const exit of exits) {
    const close =
      exit.rule === undefined ? closeness(exit.users, device) : held.some(({ id }) => id === exit.rule) ? BY_RULE : 0
    if (close === 0) continue
    if (!exit.all) mine.push(exit)
    else if (!whole || (whole.rule === undefined && close > closeness(whole.users, device))) whole = exit
  }
  return whole ? [...mine, whole] : mine
}

/** More than `closeness` returns. */
const BY_RULE = 4

/** The VPN server, while it is up. */
export const serverOf = ({ tunnels }: Pick<Frame, 'tunnels'>): CompiledTunnel | undefined =>
  tunnels.find(({ role }) => role === 'server')

/** The outgoing tunnels. */
export const outgoingOf = ({ tunnels }: Pick<Frame, 'tunnels'>): CompiledTunnel[] =>
  tunnels.filter(({ role }) => role === 'out')

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
