import type { Network } from '../../compiler/network.ts'
import type { Clock, EthernetFrame, Machine } from '../../machine/machine.ts'
import type { AddressPool, LeaseRequest } from '../../model/home/dhcp/grant.ts'
import { decideLease } from '../../model/home/dhcp/lease.ts'
import { lanIp, tinyNets } from '../../model/home/dhcp/subnet.ts'
import { hexText, safeHostName, safeText } from '../../model/home/dhcp/text.ts'
import { isSetupLink } from '../../model/home/setup/network.ts'
import type { Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import { Counters } from '../../values/counters.ts'
import { type Ip, ipToNumber } from '../../values/ip.ts'
import { containsIp } from '../../values/subnet.ts'
import { ACK, type DhcpMessage, encodeDhcp, ipOption, NO_IP, OFFER, OPTION } from '../../wire/dhcp.ts'
import { BROADCAST_MAC, encodeDatagram } from '../../wire/ethernet.ts'
import { openEarlyFrames } from './early.ts'
import { type Received, receive } from './receive.ts'
import { informReply, leaseReply, nakReply } from './reply.ts'

const LIMITED_BROADCAST: Ip = '255.255.255.255'

export interface DhcpServer extends Disposable {
  /** Numbers of messages by decision, or by the reason why they got no reply, since the server started. */
  counts(): Record<string, number>
  /** To be called with every committed change of stations and links. */
  learn(entries: readonly Entry[]): void
}

/** The DHCP server of all household links (RFC 2131). An ACK is sent after the kernel admits the client, or not at all. */
export function openDhcpServer(parts: {
  machine: Pick<Machine, 'openPackets'>
  facts: Facts
  network: () => Network
  grants: AddressPool
  /** Addresses in the setup network. */
  setupLeases: AddressPool
  clock: Clock
}): DhcpServer {
  const { facts, network } = parts
  const poolOf = (link: string): AddressPool => (isSetupLink(link, network().frame) ? parts.setupLeases : parts.grants)
  const packets = parts.machine.openPackets({ udpDestinations: [67] })
  const counters = new Counters()
  const early = openEarlyFrames(parts)
  let outbox: EthernetFrame[] = []

  /** Replies of the same turn are sent together. */
  const send = (link: string, reply: DhcpMessage): void => {
    const linkMac = facts.links.get(link)?.mac
    if (!linkMac) {
      counters.count('link is gone')
      return
    }
    if (outbox.length === 0) queueMicrotask(flush)
    outbox.push({ link, bytes: wrap(reply, linkMac) })
  }
  const flush = (): void => {
    const frames = outbox
    outbox = []
    if (frames.length > 0) packets.send(frames)
  }

  const answerTo = (received: Received): void => {
    const { message, link, sentTo } = received
    const grants = poolOf(link)
    const mac = message.chaddr
    const ask = askOf(received)
    // A client that may not have an address here gets no reply, and nothing that it sends is stored.
    const refused = grants.refusalOf(ask)
    if (refused) {
      counters.count(refused)
      return
    }
    const { frame } = network()
    const decision = decideLease(message, {
      recorded: facts.devices.has(mac) || facts.setupLeases.has(mac),
      own: grants.ownAddress(mac),
      leased: grants.leaseOf(mac, link)?.ip,
      serverIp: frame.lanIp,
      unicast: sentTo !== undefined,
      shared: frame.wired.includes(link),
      isOfOurs: (ip) => frame.nets.some((net) => containsIp(net, ip)),
    })
    counters.count(decision.verb === 'drop' ? decision.reason : decision.verb)
    switch (decision.verb) {
      case 'offer': {
        const offer = grants.offer(ask)
        if ('refused' in offer) counters.count(offer.refused)
        else send(link, leaseReply(message, OFFER, offer.granted, nameOf(ask)))
        break
      }
      case 'grant': {
        const renewed = grants.renew(ask, decision.ip)
        if (renewed) send(link, leaseReply(message, ACK, renewed, nameOf(ask)))
        else void grant(received, ask, decision.ip)
        break
      }
      case 'nak':
        send(link, nakReply(message, sentTo ?? serverOf(message), decision.reason))
        break
      case 'inform':
        send(link, informReply(message, grants.terms(message.ciaddr), nameOf(ask)))
        break
      case 'forget':
        grants.forget(mac)
        break
      // These two have no reply. If the facts cannot change now, the lease expires by itself.
      case 'release':
        grants.release(mac, decision.ip).catch(() => counters.count('change failed'))
        break
      case 'decline':
        grants.decline(ask, decision.ip).then(
          (refused) => refused && counters.count(refused),
          () => counters.count('change failed'),
        )
        break
    }
  }

  const grant = async ({ message, link }: Received, ask: LeaseRequest, ip: Ip): Promise<void> => {
    const answer = await poolOf(link).grant(ask, ip)
    if ('refused' in answer) {
      counters.count(answer.refused)
      // RFC 2131 §4.3.2: the offered address is no longer available.
      if (answer.refused === 'address in use') send(link, nakReply(message, serverOf(message), answer.refused))
    } else {
      send(link, leaseReply(message, ACK, answer.granted, nameOf(ask)))
    }
  }

  /** A client accepts a NAK only from the server of its lease, which had another address before a change of the subnet. */
  const serverOf = ({ ciaddr }: DhcpMessage): Ip => {
    const { frame } = network()
    if (ciaddr === NO_IP || tinyNets(facts.setting('subnet')).some((net) => containsIp(net, ciaddr))) return frame.lanIp
    const former = facts.setting('formerSubnets').map(tinyNets)
    const home = former.find((nets) => nets.some((net) => containsIp(net, ciaddr)))
    return home ? lanIp(home) : frame.lanIp
  }

  /** The router is the first host of each of its networks, and a client's server has one of these addresses. */
  const isServer = (ip: Ip): boolean => network().frame.nets.some(({ base }) => base + 1 === ipToNumber(ip))

  const nameOf = (ask: LeaseRequest): string => {
    const chosen = facts.devices.get(ask.mac)?.Name
    return (chosen && safeHostName(new TextEncoder().encode(chosen)).toLowerCase()) || ask.hostName
  }

  const take = (frames: readonly EthernetFrame[]): void => {
    for (const frame of frames) {
      const link = facts.links.get(frame.link)
      const received = link ? receive(frame, link.mac, isServer) : 'link is gone'
      if (typeof received === 'string') counters.count(received)
      else answerTo(received)
    }
    flush()
  }
  packets.onFrames((frames) => take(frames.filter((frame) => !early.keep(frame))))

  return {
    counts: () => counters.read(),
    learn(entries) {
      if (entries.some(({ table }) => table === 'stations' || table === 'links')) take(early.ready())
    },
    [Symbol.dispose]: () => packets[Symbol.dispose](),
  }
}

function askOf({ message, link }: Received): LeaseRequest {
  const { options } = message
  const identifier = options.get(OPTION.clientId)
  return {
    mac: message.chaddr,
    link,
    hostName: safeHostName(options.get(OPTION.hostName)),
    identifier: identifier ? hexText(identifier) : message.chaddr,
    parameters: options.get(OPTION.parameters)?.join(',') ?? '',
    vendorClass: safeText(options.get(OPTION.vendorClass)),
  }
}

/** Unicast to the client's hardware address, unless it can only receive broadcasts. RFC 2131 §4.1. */
function wrap(reply: DhcpMessage, linkMac: string): Uint8Array {
  const address = reply.ciaddr !== NO_IP ? reply.ciaddr : reply.yiaddr
  const toAll = address === NO_IP || (reply.broadcast && reply.ciaddr === NO_IP)
  return encodeDatagram({
    sourceMac: linkMac,
    destinationMac: toAll ? BROADCAST_MAC : reply.chaddr,
    sourceIp: ipOption(reply.options, OPTION.serverId) ?? NO_IP,
    destinationIp: toAll ? LIMITED_BROADCAST : address,
    sourcePort: 67,
    destinationPort: 68,
    payload: encodeDhcp(reply),
  })
}
