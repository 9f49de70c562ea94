import { z } from 'zod'
import { fields, text, topic } from '../topic.ts'

const Tunnel = fields({
  Name: text('Name of the tunnel'),
  Link: text('Its link'),
  Reason: text('Why it does not work; empty if it does'),
  Code: text('The reason as a code, as in `TunnelFault`; empty if it works'),
  Host: text('The name of the endpoint, if that is the reason'),
  Detail: text('Why the address of the endpoint cannot be used, if that is the reason'),
})

const vpnPeer = <S extends string>(status: S) =>
  fields({
    VPNType: z.literal('wireguard').meta({ description: 'The protocol' }),
    DeviceIP: text('Address of the device'),
    RemoteEndpoint: text('Address and port that its packets come from'),
    Status: z.literal(status).meta({ description: 'The new state' }),
  })

/** Peers of the VPN server, tunnels and exits. */
export const vpnTopics = {
  'device:vpn:online': topic('A peer of the VPN server has connected.', vpnPeer('online')),
  'device:vpn:offline': topic('A peer of the VPN server has had no handshake for three minutes.', vpnPeer('offline')),
  'wg:update': topic(
    'A peer of the VPN server was added, changed or removed.',
    fields({
      IP: text('Address of the peer'),
      PublicKey: text('Its public key'),
      Iface: text('The link, with its name in the kernel'),
      Name: text('Name of the device'),
    }),
  ),
  'vpn:tunnel:up': topic('An outgoing tunnel works.', Tunnel),
  'vpn:tunnel:down': topic('An outgoing tunnel has stopped working.', Tunnel),
  'vpn:exit:switch': topic(
    'An exit uses another tunnel.',
    fields({
      Name: text('Name of the exit'),
      From: text('The tunnel before; empty for none'),
      To: text('The tunnel now'),
    }),
  ),
}
