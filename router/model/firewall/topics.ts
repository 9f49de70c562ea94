import { topic } from '../topic.ts'
import { PacketRecord } from './refused/packet.ts'

/** Packets that the firewall has logged, at most some of each sender and topic. */
export const packets = {
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
}
