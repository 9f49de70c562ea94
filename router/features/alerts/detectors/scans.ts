import type { Bus } from '../../../events/bus.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { PacketRecord } from '../../packetlog/packet.ts'

const WITHIN_MS = 60_000
/** Different ports, or different destinations. */
const COUNT = 20
const QUIET_MS = 600_000
/** Anyone on the internet can forge sources. */
const MOST_SOURCES = 512

interface Source {
  since: number
  quietUntil: number
  readonly ports: Set<number>
  readonly hosts: Set<string>
}

interface Deps {
  readonly bus: Bus
  readonly clock: Clock
  readonly isUplink: (link: string) => boolean
}

/**
 * Publishes `firewall:scan` for a source whose packets to 20 different ports or hosts were dropped within a minute. Counts only
 * packets that open something: a late answer of a closed connection is dropped as well.
 */
export function watchScans({ bus, clock, isUplink }: Deps): Disposable {
  const sources = new Map<string, Source>()

  function sourceOf(ip: string, now: number): Source {
    const known = sources.get(ip)
    const source = known ?? { since: now, quietUntil: 0, ports: new Set(), hosts: new Set() }
    if (known) sources.delete(ip)
    sources.set(ip, source)
    if (sources.size > MOST_SOURCES) for (const oldest of sources.keys()) if (sources.delete(oldest)) break
    if (now - source.since > WITHIN_MS || now < source.since) {
      source.since = now
      source.ports.clear()
      source.hosts.clear()
    }
    return source
  }

  return bus.subscribePrefix('nft:drop:', (payload) => {
    const packet = payload as PacketRecord
    const port = probedPort(packet)
    if (port === undefined) return
    const { SrcIP, DstIP } = packet.IP
    const now = clock.now()
    const source = sourceOf(SrcIP, now)
    if (now < source.quietUntil && source.quietUntil <= now + QUIET_MS) return
    source.ports.add(port)
    source.hosts.add(DstIP)
    if (source.ports.size < COUNT && source.hosts.size < COUNT) return
    const isOutside = isUplink(packet.InDev)
    bus.publish('firewall:scan', {
      SrcIP,
      MAC: isOutside ? '' : (packet.Ethernet?.SrcMAC ?? ''),
      Iface: packet.InDev,
      Side: isOutside ? 'uplink' : 'home',
      Ports: [...source.ports].slice(0, COUNT).sort((a, b) => a - b),
      Count: source.ports.size,
      Hosts: source.hosts.size,
      Seconds: Math.round((now - source.since) / 1000),
    })
    source.quietUntil = now + QUIET_MS
    source.ports.clear()
    source.hosts.clear()
  })
}

/** The port that a packet tries to open at one host; undefined for answers, and for multicast and broadcast. */
function probedPort({ IP, TCP, UDP, InDev }: PacketRecord): number | undefined {
  const first = Number.parseInt(IP.DstIP, 10)
  if (first >= 224 || IP.DstIP.endsWith('.255') || InDev === '') return undefined
  if (TCP) return TCP.SYN && !TCP.ACK ? TCP.DstPort : undefined
  // From a server's port to a client's.
  if (UDP) return UDP.SrcPort < 1024 && UDP.DstPort >= 1024 ? undefined : UDP.DstPort
  return undefined
}
