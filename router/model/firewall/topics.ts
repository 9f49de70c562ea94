import { z } from 'zod'
import { count, fields, text, topic } from '../topic.ts'
import { GeoBlockStatus } from './geoblock/status.ts'
import { PacketRecord } from './refused/packet.ts'

const Rule = fields({
  Id: text('The rule; of a persona, its tag and the kind of rule'),
  Name: text('The name of the rule or the persona'),
  Action: text('What the rule does, such as `block`'),
  Devices: z.array(z.string()).meta({ description: 'The devices that it is about, by MAC address or VPN key' }),
  Until: count('When it ends, in Unix seconds; 0 if that is unknown'),
})

/** Packets that the firewall has logged, at most some of each sender and topic; blocks, scans and rules. */
export const firewallTopics = {
  'nft:drop:input': topic('A packet to a port of the router that is not open to its sender was dropped.', PacketRecord),
  'nft:drop:forward': topic('A packet that the sender may not send to this receiver was dropped.', PacketRecord),
  'nft:drop:private': topic(
    'A packet to a private address beyond the uplink was dropped: its sender has no policy `lan_upstream`.',
    PacketRecord,
  ),
  'nft:drop:mac': topic(
    'A packet was dropped whose address, link and MAC address do not belong to one device.',
    PacketRecord,
  ),
  'nft:drop:spoof': topic(
    'A packet from the internet with an address of the home, or a forged ICMP error, was dropped.',
    PacketRecord,
  ),
  'nft:drop:local': topic(
    'A packet from the internet to an address that is not the router’s was dropped.',
    PacketRecord,
  ),
  'nft:drop:block': topic('A packet that a block of the owner matches was dropped.', PacketRecord),
  'nft:drop:geo': topic('A packet from a blocked country or network, or to one, was dropped.', PacketRecord),
  'nft:drop:pfw': topic(
    'A packet was refused by a rule of the programmable firewall, such as a schedule.',
    PacketRecord,
  ),
  'nft:drop:limit': topic('A connection was dropped because its sender has opened too many.', PacketRecord),
  'nft:drop:fragment': topic('A fragment of a packet was dropped because its sender has sent too many.', PacketRecord),
  'nft:drop:output': topic('A packet of the router itself was dropped.', PacketRecord),
  'nft:wan:in': topic('A connection from the internet was allowed. Off by default.', PacketRecord),
  'nft:wan:out': topic('A connection of a device to the internet was allowed. Off by default.', PacketRecord),
  'nft:lan:in': topic('A connection of a device to the router was allowed. Off by default.', PacketRecord),
  'nft:lan:out': topic('A connection to another device was allowed. Off by default.', PacketRecord),
  'firewall:geo_block:refresh': topic('The blocked countries and networks were compiled again.', GeoBlockStatus),
  'firewall:scan': topic(
    'The firewall has dropped packets of one source to 20 different ports or hosts within a minute. At most once in ten minutes for each source, and five times for the internet and for the home.',
    fields({
      SrcIP: text('Address of the source; empty if it sends from addresses of others'),
      MAC: text('Its MAC address; empty for a source on the internet'),
      Device: text('The device of the household: its MAC address, or its VPN key; empty for a source on the internet'),
      Iface: text('The link, with its name in the kernel'),
      Side: z.enum(['uplink', 'home']).meta({ description: 'Where the source is' }),
      Ports: z.array(z.int()).meta({ description: 'The first 20 ports, in ascending order' }),
      Count: count('Number of different ports'),
      Hosts: count('Number of different destinations'),
      Seconds: count('Time between the first and the last packet'),
    }),
  ),
  'pfw:rule:start': topic('A rule of the programmable firewall, such as a schedule, has begun to hold.', Rule),
  'pfw:rule:end': topic('It does not hold any more.', Rule),
  'pfw:notify': topic('A rule with the action `notify` has begun to hold.', Rule),
}
