import type { DeviceSpec } from '../../guests/device.ts'
import type { Home } from '../../home/home.ts'
import { openEvents } from '../../probes/listener.ts'

/** The household of the scenarios about dropped packets. */
export const HOUSEHOLD = {
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'] },
  printer: { wired: true, Policies: [], listens: [9100] },
} satisfies Record<string, DeviceSpec>

interface PacketRecord {
  readonly Ethernet?: { readonly SrcMAC: string; readonly DstMAC: string; readonly HwType: number }
  readonly IP: { readonly SrcIP: string; readonly DstIP: string; readonly Protocol: number }
  readonly TCP?: { readonly SrcPort: number; readonly DstPort: number; readonly SYN: boolean }
  readonly UDP?: { readonly SrcPort: number; readonly DstPort: number }
  readonly ICMP?: { readonly Type: number; readonly Code: number }
  readonly [field: string]: unknown
}

/** Records the events of packets until it is closed. */
export async function openDrops({ router }: Home) {
  const listener = await openEvents(router)
  const seen: { topic: string; packet: PacketRecord }[] = []
  return {
    /** The next one that matches; others are skipped. */
    async next(topic: string, matches: (packet: PacketRecord) => boolean = () => true): Promise<PacketRecord> {
      for (;;) {
        const packet = JSON.parse((await listener.event(topic)).Data) as PacketRecord
        seen.push({ topic, packet })
        if (matches(packet)) return packet
      }
    },
    seen,
    /** The topics of all messages so far. */
    topics: listener.topics,
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}
