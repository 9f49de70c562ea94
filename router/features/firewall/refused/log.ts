import { LOG_GROUP } from '../../../compiler/firewall/log.ts'
import type { Core } from '../../../core.ts'
import type { Bus } from '../../../events/bus.ts'
import type { LoggedPacket, Machine, PacketLog } from '../../../machine/machine.ts'
import { PACKET_TOPICS, type PacketTopic } from '../../../model/firewall/refused/packet.ts'
import type { Ip } from '../../../values/ip.ts'
import { type KnownDevice, type PacketAddresses, recordOfPacket } from './record.ts'
import { openRefusals } from './refusal.ts'

const RETRY_MS = 60_000

interface Deps extends Pick<Core, 'facts' | 'memberAt' | 'network' | 'moment' | 'onFailure'> {
  readonly machine: Pick<Machine, 'openPacketLog' | 'clock'>
  readonly bus: Pick<Bus, 'publish' | 'hasSubscribers'>
  /** The domain by which a device has looked up an address; else empty. */
  readonly lookedUpName: (device: Ip, address: Ip) => string
}

export interface PacketEvents extends Disposable {
  /** The number of logged packets that the kernel has discarded since the daemon did not read them in time. */
  lost(): number
  /** Call after each change of facts. */
  learn(): void
}

/** Publishes the packets that the firewall logs. While they cannot be read, it tries again once a minute. */
export function openPacketEvents({
  machine,
  facts,
  memberAt,
  network,
  moment,
  bus,
  lookedUpName,
  onFailure,
}: Deps): PacketEvents {
  const { clock } = machine
  const refusals = openRefusals({ facts, network, memberAt, moment, clock })
  const known: PacketAddresses = {
    deviceAt(ip) {
      const identity = memberAt(ip)?.identity
      return identity === undefined ? undefined : deviceOf(identity)
    },
    deviceWith: deviceOf,
    lookedUpName,
  }
  let reader: PacketLog | undefined
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
      const record = recordOfPacket(packet, known, now)
      if (record) bus.publish(topic, record.Action === 'blocked' ? { ...record, ...refusals.of(record) } : record)
    }
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
    learn: refusals.learn,
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
