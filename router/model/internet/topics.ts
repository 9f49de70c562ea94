import { z } from 'zod'
import { GeoBlockStatus } from '../firewall/geoblock/status.ts'
import { count, fields, text, topic } from '../topic.ts'
import { DynDnsStatus } from './dyndns/contract.ts'
import { SpeedTest } from './uplinks/status.ts'

const Iface = text('The link, with its name in the kernel')
const Uplink = fields({ Iface })
const Tunnel = fields({
  Name: text('Name of the tunnel'),
  Link: text('Its link'),
  Reason: text('Why it does not work; empty if it does'),
})

const vpnPeer = <S extends string>(status: S) =>
  fields({
    VPNType: z.literal('wireguard').meta({ description: 'The protocol' }),
    DeviceIP: text('Address of the device'),
    RemoteEndpoint: text('Address and port that its packets come from'),
    Status: z.literal(status).meta({ description: 'The new state' }),
  })

/** Uplinks, VPN and the firewall. */
export const internet = {
  'wan:uplink:up': topic('An uplink works again.', Uplink),
  'wan:uplink:down': topic('An uplink has stopped working.', Uplink),
  'wan:failover': topic(
    'New connections use other uplinks than before.',
    fields({
      Iface,
      Action: z.enum(['leave', 'return']).meta({ description: 'Whether the uplink is no longer used, or used again' }),
      Active: z.array(z.string()).meta({ description: 'The uplinks that new connections use' }),
    }),
  ),
  'wan:speedtest': topic('A speed test has ended.', SpeedTest),
  'dyndns:update': topic('The state of dynamic DNS has changed.', DynDnsStatus),
  'device:vpn:online': topic('A peer of the VPN server has connected.', vpnPeer('online')),
  'device:vpn:offline': topic('A peer of the VPN server has had no handshake for three minutes.', vpnPeer('offline')),
  'wg:update': topic(
    'A peer of the VPN server was added, changed or removed.',
    fields({
      IP: text('Address of the peer'),
      PublicKey: text('Its public key'),
      Iface,
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
  'firewall:geo_block:refresh': topic('The blocked countries and networks were compiled again.', GeoBlockStatus),
  'firewall:scan': topic(
    'The firewall has dropped packets of one source to 20 different ports or hosts within a minute. At most once in ten minutes for each source, and five times for the internet and for the home.',
    fields({
      SrcIP: text('Address of the source; empty if it sends from addresses of others'),
      MAC: text('Its MAC address; empty for a source on the internet'),
      Device: text('The device of the household: its MAC address, or its VPN key; empty for a source on the internet'),
      Iface,
      Side: z.enum(['uplink', 'home']).meta({ description: 'Where the source is' }),
      Ports: z.array(z.int()).meta({ description: 'The first 20 ports, in ascending order' }),
      Count: count('Number of different ports'),
      Hosts: count('Number of different destinations'),
      Seconds: count('Time between the first and the last packet'),
    }),
  ),
}
