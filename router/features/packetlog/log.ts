import type { MemberAt } from '../../compiler/ends.ts'
import { decide } from '../../compiler/firewall/decide.ts'
import { LOG_GROUP } from '../../compiler/firewall/log.ts'
import type { Network } from '../../compiler/network.ts'
import type { Bus } from '../../events/bus.ts'
import type { LoggedPacket, Machine, PacketLog as Reader } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import { type Ip, ipToNumber } from '../../values/ip.ts'
import { sourceOf } from '../geoblock/networks.ts'
import { kindOf } from '../pfw/rulekind.ts'
import { rulesOfFacts } from '../pfw/settle.ts'
import { PACKET_TOPICS, type PacketRecord, type PacketTopic } from './packet.ts'
import { type Addresses, type KnownDevice, recordOf } from './record.ts'

const RETRY_MS = 60_000

interface Deps {
  readonly machine: Pick<Machine, 'openPacketLog' | 'clock'>
  readonly facts: Pick<Facts, 'devices' | 'pfwRules' | 'personas'>
  readonly memberAt: MemberAt
  readonly network: () => Network
  readonly bus: Pick<Bus, 'publish' | 'hasSubscribers'>
  /** The domain by which a device has looked up an address; else empty. */
  readonly lookedUpName: (device: Ip, address: Ip) => string
  readonly onFailure: (what: string, error: unknown) => void
}

export interface PacketLog extends Disposable {
  /** The number of logged packets that the kernel has discarded since the daemon did not read them in time. */
  lost(): number
}

/** Publishes the packets that the firewall logs. While they cannot be read, it tries again once a minute. */
export function openPacketLog({ machine, facts, memberAt, network, bus, lookedUpName, onFailure }: Deps): PacketLog {
  const { clock } = machine
  const known: Addresses = {
    deviceAt(ip) {
      const identity = memberAt(ip)?.identity
      return identity === undefined ? undefined : deviceOf(identity)
    },
    deviceWith: deviceOf,
    lookedUpName,
  }
  let reader: Reader | undefined
  let retry: Disposable | undefined

  function deviceOf(identity: string): KnownDevice | undefined {
    const device = facts.devices.get(identity)
    return device && { identity, name: device.Name }
  }

  const publish = (packets: readonly LoggedPacket[]): void => {
    const now = clock.now()
    for (const packet of packets) {
      const topic = topicOf(packet.prefix)
      if (!topic || !bus.hasSubscribers(topic)) continue
      const record = withRule(recordOf(packet, known, now))
      if (record) bus.publish(topic, record)
    }
  }
  /** The log has the kind of refusal only: deciding the packet again shows the rule. */
  const withRule = (record: PacketRecord | undefined): PacketRecord | undefined => {
    const rule =
      record?.Prefix === 'drop:pfw '
        ? refusingRule(record)
        : record?.Prefix === 'drop:geo '
          ? blockedNetwork(record)
          : undefined
    return record && rule ? { ...record, Rule: rule } : record
  }
  const refusingRule = ({ IP, TCP, UDP, ICMP }: PacketRecord): PacketRecord['Rule'] => {
    const port = (TCP ?? UDP)?.DstPort
    const protocol = TCP ? 'tcp' : UDP ? 'udp' : ICMP ? 'icmp' : 'other'
    const { by } = decide(network(), memberAt, { source: IP.SrcIP, destination: IP.DstIP, protocol, port })
    const found = network().frame.pfw.find(({ id }) => by.kind === 'rule' && by.name === `pfwRules ${id}`)
    const rule = found && rulesOfFacts(facts).find(({ Id }) => Id === found.id)
    return found && { Id: found.id, Name: found.name, ...(rule && { Kind: kindOf(rule) }) }
  }
  const blockedNetwork = ({ IP }: PacketRecord): PacketRecord['Rule'] => {
    const { geo } = network().frame
    const found = geo && (sourceOf(geo, ipToNumber(IP.SrcIP)) ?? sourceOf(geo, ipToNumber(IP.DstIP)))
    return found && { Id: found.Key, Name: found.Name }
  }
  const open = (isFirst: boolean): void => {
    try {
      reader = machine.openPacketLog(LOG_GROUP, publish)
    } catch (error) {
      if (isFirst) onFailure('dropped packets are not reported', error)
      retry = clock.after(RETRY_MS, () => open(false))
    }
  }
  open(true)
  return {
    lost: () => reader?.lost() ?? 0,
    [Symbol.dispose]() {
      retry?.[Symbol.dispose]()
      reader?.[Symbol.dispose]()
    },
  }
}

/** The topic of a rule's text, such as `drop:input `; undefined for one of another program. */
function topicOf(prefix: string): PacketTopic | undefined {
  const topic = `nft:${prefix.trimEnd()}`
  return PACKET_TOPICS.find((one) => one === topic)
}
