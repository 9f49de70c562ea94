import type { Bus } from '../../../../events/bus.ts'
import type { TopicPayload } from '../../../../events/catalogue.ts'
import type { MonotonicClock } from '../../../../machine/machine.ts'
import { openRateLimiter, type RateLimit } from '../../../../machine/ratelimit.ts'
import type { PacketRecord } from '../../../../model/firewall/refused/packet.ts'
import { openRecent } from './repeats.ts'

const WITHIN_MS = 60_000
/** Different ports, or different destinations. */
const COUNT = 20
const QUIET_MS = 600_000
/** Sources on each side that are counted at a time. Hosts on the internet can forge sources. */
const MOST_SOURCES = 1024
/** Events about each side: a thousand forged sources must not make one each. */
const EVENT_LIMIT: RateLimit = { burst: 5, perSecond: 5 / 600 }

interface Source {
  since: number
  quietUntil: number
  readonly ports: Set<number>
  readonly hosts: Set<string>
}

interface Deps {
  readonly bus: Bus
  readonly clock: MonotonicClock
  readonly isUplink: (link: string) => boolean
}

/**
 * Publishes `firewall:scan` for a source whose packets to 20 different ports or hosts were dropped within a minute. Counts only
 * packets that open something: a late answer of a closed connection is dropped as well. Sources on the internet displace none at home.
 */
export function watchScans({ bus, clock, isUplink }: Deps): Disposable {
  const limit = openRateLimiter(clock, EVENT_LIMIT)
  const sources = () =>
    openRecent(MOST_SOURCES, (): Source => ({ since: 0, quietUntil: 0, ports: new Set(), hosts: new Set() }))
  const bySide = { uplink: sources(), home: sources() }

  return bus.subscribePrefix('nft:drop:', (payload, topic) => {
    const packet = payload as PacketRecord
    const port = probedPort(packet)
    const Side = isUplink(packet.InDev) ? 'uplink' : 'home'
    const sender = senderOf(topic, Side, packet)
    if (port === undefined || !sender) return
    const now = clock.monotonic()
    const source = bySide[Side](sender.SrcIP || sender.MAC)
    if (now - source.since > WITHIN_MS) restart(source, now)
    if (now < source.quietUntil) return
    source.ports.add(port)
    source.hosts.add(packet.IP.DstIP)
    if (source.ports.size < COUNT && source.hosts.size < COUNT) return
    if (limit.take(Side)) {
      bus.publish('firewall:scan', {
        ...sender,
        Iface: packet.InDev,
        Side,
        Ports: [...source.ports].slice(0, COUNT).sort((a, b) => a - b),
        Count: source.ports.size,
        Hosts: source.hosts.size,
        Seconds: Math.round((now - source.since) / 1000),
      })
      source.quietUntil = now + QUIET_MS
    }
    restart(source, now)
  })
}

function restart(source: Source, now: number): void {
  source.since = now
  source.ports.clear()
  source.hosts.clear()
}

type Sender = Pick<TopicPayload<'firewall:scan'>, 'SrcIP' | 'MAC' | 'Device'>

/** Who has sent a packet; undefined if that cannot be known. A forged address would accuse the device that it belongs to. */
function senderOf(
  topic: string,
  side: 'uplink' | 'home',
  { IP, Ethernet, SrcDevice }: PacketRecord,
): Sender | undefined {
  if (side === 'uplink') return topic === 'nft:drop:spoof' ? undefined : { SrcIP: IP.SrcIP, MAC: '', Device: '' }
  const MAC = Ethernet?.SrcMAC ?? ''
  const Device = SrcDevice || MAC
  if (topic !== 'nft:drop:mac') return { SrcIP: IP.SrcIP, MAC, Device }
  return MAC === '' ? undefined : { SrcIP: '', MAC, Device }
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
