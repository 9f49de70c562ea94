import { keyOfDevice } from '../../../model/home/devices/device.ts'
import type { UplinkStatus } from '../../../model/internet/uplinks/status.ts'
import { hasPeerSession } from '../../../presence/watch/peers.ts'
import type { Facts } from '../../../store/facts.ts'
import type { WireguardLink } from '../../../wire/wireguard.ts'
import { counter, type Family, flag, gauge, type MetricSample } from './exposition.ts'

/** Bytes of a link since it exists. */
export interface LinkBytes {
  readonly link: string
  readonly received: number
  readonly sent: number
}

/** The lines of `/proc/net/dev`, of the network namespace of this process. proc_pid_net(5). */
export function parseLinkBytes(text: string): LinkBytes[] {
  return text.split('\n').flatMap((line) => {
    const [, link, rest] = /^\s*([^:\s]+):\s*(.*)$/.exec(line) ?? []
    const numbers = rest?.split(/\s+/).map(Number) ?? []
    return link === undefined || numbers.length < 16 ? [] : [{ link, received: numbers[0]!, sent: numbers[8]! }]
  })
}

export function uplinkMetrics(uplinks: readonly UplinkStatus[]): Family[] {
  const each = (value: (uplink: UplinkStatus) => number): MetricSample[] =>
    uplinks.map((uplink) => [value(uplink), { link: uplink.Iface }])
  return [
    gauge(
      'uplink_up',
      'Whether the uplink leads to the internet, as far as is known.',
      each(({ Up }) => flag(Up)),
    ),
    gauge(
      'uplink_active',
      'Whether new connections leave over the uplink.',
      each(({ Active }) => flag(Active)),
    ),
    gauge(
      'uplink_latency_seconds',
      'Latency of the nearest probed host; 0 if none has answered.',
      each(({ LatencyMs }) => LatencyMs / 1000),
    ),
    gauge(
      'uplink_jitter_seconds',
      'Average difference between one latency and the next.',
      each(({ JitterMs }) => JitterMs / 1000),
    ),
    gauge(
      'uplink_packet_loss_ratio',
      'Share of recent probes that were not answered.',
      each(({ LossPct }) => LossPct / 100),
    ),
  ]
}

/** Bytes of links. Links of single wifi stations are left out: there would be a new one for each connection. */
export function linkMetrics(links: readonly LinkBytes[], isListed: (link: string) => boolean): Family[] {
  const listed = links.filter(({ link }) => isListed(link))
  return [
    counter(
      'link_receive_bytes_total',
      'Bytes that the router has received on the link.',
      listed.map(({ link, received }) => [received, { link }]),
    ),
    counter(
      'link_transmit_bytes_total',
      'Bytes that the router has sent on the link.',
      listed.map(({ link, sent }) => [sent, { link }]),
    ),
  ]
}

/** Peers of the VPN server that are devices, and outgoing tunnels. `now` in milliseconds. */
export function vpnMetrics(facts: Facts, server: WireguardLink | undefined, now: number): Family[] {
  const peers = (server?.peers ?? []).flatMap((peer) => {
    const device = facts.devices.by('WGPubKey', peer.publicKey)
    return device ? [{ ...peer, device: keyOfDevice(device) }] : []
  })
  const each = (value: (peer: (typeof peers)[number]) => number): MetricSample[] =>
    peers.map((peer) => [value(peer), { device: peer.device }])
  return [
    gauge(
      'vpn_peer_online',
      'Whether the device is connected by the VPN.',
      each(({ latestHandshake }) => flag(hasPeerSession(latestHandshake, now))),
    ),
    gauge(
      'vpn_peer_last_handshake_timestamp_seconds',
      'Unix time of the last handshake; 0 if there was none.',
      each(({ latestHandshake }) => latestHandshake),
    ),
    counter(
      'vpn_peer_receive_bytes_total',
      'Bytes that the router has received from the peer.',
      each((peer) => peer.received),
    ),
    counter(
      'vpn_peer_transmit_bytes_total',
      'Bytes that the router has sent to the peer.',
      each((peer) => peer.sent),
    ),
    gauge(
      'vpn_tunnel_up',
      'Whether the outgoing tunnel, or the connection to another home, works.',
      [...facts.tunnelStates.values()].map(({ name, up }) => [flag(up), { tunnel: name }]),
    ),
  ]
}
