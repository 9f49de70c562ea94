import type { MemberAt } from '../../compiler/ends.ts'
import type { Network } from '../../compiler/network.ts'
import type { Bus } from '../../events/bus.ts'
import type { EthernetFrame, Machine } from '../../machine/machine.ts'
import { openRateLimiter } from '../../machine/ratelimit.ts'
import {
  MDNS,
  type MulticastAddress,
  parseGroupPort,
  routerMulticastName,
} from '../../model/firewall/multicast/settings.ts'
import { routerSide } from '../../model/home/dhcp/subnet.ts'
import type { Announced } from '../../model/machine/services/service.ts'
import type { Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import { Counters } from '../../values/counters.ts'
import type { Ip } from '../../values/ip.ts'
import { containsIp, MULTICAST_NET, parseSubnet } from '../../values/subnet.ts'
import type { Datagram } from '../../wire/ethernet.ts'
import { type DecodedDatagram, decodeDatagram, encodeDatagram, groupMac } from '../../wire/ethernet.ts'
import { type MdnsMessage, readMdns } from '../../wire/mdns.ts'
import { openAnnouncements } from './announcements.ts'
import { answerTo, answerToResolver, claims, isOnlyFor, type OwnHost } from './answer.ts'
import { permittedAnswer } from './answers.ts'
import { type DatagramKind, type MulticastDevice, mayReceive, receiversOf } from './audience.ts'
import { household, senderOf } from './household.ts'
import { advertises, listeningFor, protocolAt, relayed } from './listening.ts'
import { LEGACY_ANSWERED_WITHIN_MS, permittedMdns } from './mdns.ts'
import { openNames } from './names.ts'
import { openPermissions } from './permissions.ts'
import { openQuestions } from './questions.ts'
import { openMulticastSocket } from './socket.ts'
import { permittedSsdp } from './ssdp.ts'
import { permittedWsDiscovery } from './wsdiscovery.ts'
import { openZeroconf } from './zeroconf.ts'

/** A device that wakes up announces a dozen services, each a few times, and then few more. */
const PER_SENDER = { burst: 60, perSecond: 10 }
/** Frames sent, for all senders together: a load that a small board can handle. */
const COPIES = { burst: 20_000, perSecond: 10_000 }
/** Receivers take it as proof that the sender is on the same link. RFC 6762 §11. */
const MDNS_TTL = 255

const TABLES = new Set(['settings', 'interfaces', 'links', 'uplinkLeases'])

export interface MulticastRelay extends Disposable {
  /** Applies changed facts. */
  learn(entries: readonly Entry[]): void
  /** Services that a device has announced by multicast DNS within a day. */
  announced(mac: string): readonly Announced[]
  /** Numbers of datagrams since the start, by result. */
  counts(): Record<string, number>
}

interface Deps {
  readonly machine: Pick<Machine, 'openPackets' | 'joinGroups' | 'clock'>
  readonly facts: Facts
  readonly network: () => Network
  readonly memberAt: MemberAt
  readonly bus: Bus
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * Forwards multicast datagrams of household devices between links, never to or from an uplink: questions to devices that the sender
 * may connect to, announcements to devices that may connect to the sender. A device can announce only itself. A datagram keeps
 * its source address, except a question that is answered by unicast: its answers are sent to the router, which checks and forwards
 * them. The packet socket receives frames before the firewall, so the sender's address, link and hardware address are checked here.
 */
export function openMulticastRelay({ machine, facts, network, memberAt, bus, onFailure }: Deps): MulticastRelay {
  const counters = new Counters()
  const announcements = openAnnouncements(machine.clock)
  const zeroconf = openZeroconf({ bus, clock: machine.clock })
  const now = (): number => machine.clock.monotonic()
  const permissions = openPermissions({ network, memberAt })
  /** The devices that the owner gave a name, by that name. Built once after each change of facts: a message may have 100 names. */
  let chosen: ReadonlyMap<string, string> | undefined
  const chosenFor = (name: string): string | undefined => {
    chosen ??= chosenNames(network())
    return chosen.get(name)
  }
  const names = openNames({ now, chosenFor })
  const questions = openQuestions({ now })
  const senders = openRateLimiter(machine.clock, PER_SENDER)
  const copyLimit = openRateLimiter(machine.clock, COPIES)
  const outbox: EthernetFrame[] = []

  const refresh = (): void => socket.listen(listeningFor(facts.setting('multicast'), network().frame))

  const send = (link: string, datagram: Omit<Datagram, 'sourceMac'>): void => {
    const sourceMac = facts.links.get(link)?.mac
    if (sourceMac) outbox.push({ link, bytes: encodeDatagram({ ...datagram, sourceMac }) })
  }

  const take = ({ link, bytes }: EthernetFrame): string => {
    const datagram = decodeDatagram(bytes)
    if (!datagram) return 'malformed frame'
    const uplink = network().frame.uplinks.find((one) => one.link === link)
    if (uplink) return uplink.address ? receiveFromUplink(link, uplink.address, datagram) : 'uplink without an address'
    const sender = senderOf(datagram, link, facts, network())
    if (!sender) return 'unknown sender'
    if (sender.mute) return 'sender may not'
    if (!senders.take(sender.mac)) return 'too many'
    if (!containsIp(MULTICAST_NET, datagram.destinationIp)) return receiveAnswer(sender, datagram)
    if (isMdns(datagram)) return receiveMdns(sender, datagram)
    switch (protocolAt(datagram.destinationPort)) {
      case 'SSDP':
        return receiveSsdp(sender, datagram)
      case 'WS-Discovery':
        return receiveWsDiscovery(sender, datagram)
      default:
        return pass(sender, datagram, 'either')
    }
  }

  const receiveMdns = (sender: MulticastDevice, datagram: DecodedDatagram): string => {
    const payload = Buffer.from(datagram.payload)
    const message = readMdns(payload)
    if (!message) return 'malformed message'
    if (message.isResponse && datagram.sourcePort !== MDNS.port) return 'response from another port'
    const host = { name: routerMulticastName(facts.setting('multicast')), ip: network().frame.lanIp }
    const answered = answer(sender.link, routerSide(datagram.sourceIp), host, message, datagram)
    // Other devices must not impersonate the router.
    if (claims(message, host.name)) return 'claims our name'
    announcements.take(sender.mac, message)
    zeroconf.mdns({ ip: datagram.sourceIp, mac: sender.mac }, message)
    if (answered && isOnlyFor(message, host.name)) return 'answered'
    if (sender.stranger) return 'sender may not'
    const payloads = permittedMdns(payload, message, { mac: sender.mac, ip: datagram.sourceIp }, names)
    const sent = { ...datagram, ttl: MDNS_TTL }
    const send = message.isResponse
      ? (one: Buffer) => pass(sender, { ...sent, payload: one }, 'announcement')
      : (one: Buffer) => forwardQuestion(sender, { ...sent, payload: one })
    const results = payloads.map(send)
    return results[0] ?? 'records of others'
  }

  /** A query from another port than 5353 is answered by unicast to that port. RFC 6762 §6.7. */
  const forwardQuestion = (sender: MulticastDevice, query: DecodedDatagram): string =>
    query.sourcePort === MDNS.port ? pass(sender, query, 'question') : ask(sender, query, LEGACY_ANSWERED_WITHIN_MS)

  const receiveSsdp = (sender: MulticastDevice, datagram: DecodedDatagram): string => {
    zeroconf.ssdp({ ip: datagram.sourceIp, mac: sender.mac }, datagram.payload)
    if (sender.stranger) return 'sender may not'
    const message = permittedSsdp(datagram.payload, sender, names)
    if (!message || message.kind === 'answer') return 'records of others'
    return message.kind === 'question'
      ? ask(sender, datagram, message.answeredWithinMs)
      : pass(sender, datagram, message.kind)
  }

  const receiveWsDiscovery = (sender: MulticastDevice, datagram: DecodedDatagram): string => {
    if (sender.stranger) return 'sender may not'
    const message = permittedWsDiscovery(datagram.payload, sender, names)
    if (!message || message.kind === 'answer') return 'records of others'
    const permitted = { ...datagram, payload: message.payload }
    return message.kind === 'question'
      ? ask(sender, permitted, message.answeredWithinMs)
      : pass(sender, permitted, message.kind)
  }

  /** A unicast answer to a forwarded question: it is sent to the asker, from the address and port of the device that answers. */
  const receiveAnswer = (sender: MulticastDevice, datagram: DecodedDatagram): string => {
    const question = questions.at(datagram.destinationPort)
    if (!question?.asked.has(sender.mac) || datagram.destinationIp !== routerSide(sender.ip))
      return 'unsolicited answer'
    const entry = entryFor(question.group)
    const asker = household(facts, network()).find(({ mac, ip }) => mac === question.mac && ip === question.ip)
    if (!entry || !asker || !mayReceive(entry, 'question', asker, sender, permissions.mayConnect))
      return 'no permitted receiver'
    const protocol = protocolAt(parseGroupPort(question.group)!.port)!
    const answers = permittedAnswer(protocol, datagram, sender, names, routerMulticastName(facts.setting('multicast')))
    if (answers.length === 0) return 'records of others'
    if (!copyLimit.take('all', answers.length)) return 'too many copies'
    const to = { destinationMac: asker.mac, destinationIp: asker.ip, destinationPort: question.port }
    for (const payload of answers) send(asker.link, { ...datagram, ...to, payload })
    return 'forwarded'
  }

  const receiveFromUplink = (link: string, address: string, datagram: DecodedDatagram): string => {
    const settings = facts.setting('multicast')
    const net = parseSubnet(address)
    if (!isMdns(datagram) || !advertises(settings, network().frame.firewall)) return 'from an uplink'
    // Queries from other networks are ignored. RFC 6762 §11.
    if (!net || !containsIp(net, datagram.sourceIp)) return 'from beyond the link'
    if (!senders.take(link)) return 'too many'
    const message = readMdns(Buffer.from(datagram.payload))
    const ip = address.split('/')[0]!
    const host = { name: routerMulticastName(settings), ip }
    return message && answer(link, ip, host, message, datagram) ? 'answered' : 'from an uplink'
  }

  /** Answers a query for the router's own name. False if no answer is needed. */
  const answer = (link: string, from: Ip, host: OwnHost, message: MdnsMessage, asked: DecodedDatagram): boolean => {
    const own =
      asked.sourcePort === MDNS.port
        ? answerTo(message, host)
        : answerToResolver(Buffer.from(asked.payload), message, host)
    if (!own) return false
    const to =
      own.to === 'all'
        ? { destinationMac: groupMac(MDNS.group), destinationIp: MDNS.group, destinationPort: MDNS.port }
        : { destinationMac: asked.sourceMac, destinationIp: asked.sourceIp, destinationPort: asked.sourcePort }
    send(link, { ...to, sourceIp: from, sourcePort: MDNS.port, ttl: MDNS_TTL, payload: own.payload })
    return true
  }

  const entryFor = (group: string): MulticastAddress | undefined =>
    relayed(facts.setting('multicast'), network().frame.firewall).get(group)

  const pass = (sender: MulticastDevice, datagram: DecodedDatagram, direction: DatagramKind): string => {
    const entry = entryFor(groupOf(datagram))
    if (!entry) return 'not passed on'
    const receivers = receiversOf(entry, direction, sender, household(facts, network()), permissions.mayConnect)
    if (!copyLimit.take('all', receivers.length)) return 'too many copies'
    for (const { link, mac } of receivers) send(link, { ...datagram, destinationMac: mac })
    return receivers.length > 0 ? 'forwarded' : 'no permitted receiver'
  }

  /**
   * Forwards a question that is answered by unicast. Its source is the router's address in the network of each receiver, and a port
   * that receives the answers: an answer to the asker itself would be dropped by the firewall under most policies, also on a wire
   * that both share.
   */
  const ask = (sender: MulticastDevice, datagram: DecodedDatagram, ms: number): string => {
    const group = groupOf(datagram)
    const entry = entryFor(group)
    if (!entry) return 'not passed on'
    const port = datagram.sourcePort
    const hasNoWayBack = ({ ip }: MulticastDevice): boolean => !permissions.maySend(ip, sender.ip, port)
    const devices = household(facts, network())
    const receivers = receiversOf(entry, 'question', sender, devices, permissions.mayConnect, hasNoWayBack)
    if (receivers.length === 0) return 'no permitted receiver'
    if (!copyLimit.take('all', receivers.length)) return 'too many copies'
    const asked = receivers.map(({ mac }) => mac)
    const sourcePort = questions.open({ mac: sender.mac, ip: sender.ip, port, group }, asked, ms)
    if (sourcePort === undefined) return 'too many questions'
    for (const { link, mac, ip } of receivers)
      send(link, { ...datagram, sourceIp: routerSide(ip), sourcePort, destinationMac: mac })
    return 'forwarded'
  }

  const receive = (frames: readonly EthernetFrame[]): void => {
    for (const frame of frames) counters.count(take(frame))
    if (outbox.length > 0) socket.send(outbox.splice(0))
  }

  const socket = openMulticastSocket({ machine, facts, receive, onFailure })
  refresh()
  return {
    learn(entries) {
      permissions.learn(entries)
      chosen = undefined
      for (const { table, key, after } of entries) {
        if (table !== 'devices' || after) continue
        announcements.forget(key)
        zeroconf.forget(key)
        names.forget(key)
        questions.forget(key)
      }
      if (entries.some(({ table }) => TABLES.has(table))) refresh()
    },
    announced: announcements.of,
    counts: () => counters.read(),
    [Symbol.dispose]: () => socket[Symbol.dispose](),
  }
}

/** The identity of the device for each name below `.local` that the owner chose; the first one of several. */
function chosenNames({ members }: Network): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>()
  for (const { identity, names } of members.values())
    for (const one of names)
      if (one.chosen && !chosen.has(`${one.name}.local`)) chosen.set(`${one.name}.local`, identity)
  return chosen
}

const groupOf = ({ destinationIp, destinationPort }: DecodedDatagram): string => `${destinationIp}:${destinationPort}`

const isMdns = ({ destinationIp, destinationPort }: DecodedDatagram): boolean =>
  destinationIp === MDNS.group && destinationPort === MDNS.port
