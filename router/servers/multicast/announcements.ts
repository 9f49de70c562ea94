import type { MonotonicClock } from '../../machine/machine.ts'
import type { Announced } from '../../model/machine/services/service.ts'
import type { Mac } from '../../values/mac.ts'
import { TYPE } from '../../wire/dns/constants.ts'
import type { MdnsMessage } from '../../wire/mdns.ts'

/** Longer than the TTL of the records, two minutes: a device announces a service again when it wakes up or gets a query. */
const KEEP_MS = 24 * 3600_000
/** Services of one device. A television announces a dozen. */
const MOST = 32

/** `Brother HL._ipp._tcp.local`: an instance, its type and the domain of multicast DNS. RFC 6763 4.1. */
const INSTANCE = /\.(_[a-z0-9-]{1,15}\._(?:tcp|udp))\.local$/

export interface Announcements {
  readonly take: (mac: Mac, message: MdnsMessage) => void
  /** The services that a device has announced within a day, sorted by type. */
  readonly of: (mac: Mac) => readonly Announced[]
  readonly forget: (mac: Mac) => void
}

/** Services that household devices announce by multicast DNS. In memory. */
export function openAnnouncements(clock: Pick<MonotonicClock, 'monotonic'>): Announcements {
  const devices = new Map<Mac, Map<string, Announced & { readonly at: number }>>()
  return {
    take(mac, { isResponse, records }) {
      if (!isResponse) return
      for (const { name, type, ttl, data } of records) {
        // RFC 2782: priority, weight, port, target.
        const Type = type === TYPE.SRV && data.length >= 7 ? INSTANCE.exec(name)?.[1] : undefined
        if (Type === undefined) continue
        const Port = data.readUInt16BE(4)
        const key = `${Type} ${Port}`
        const own = devices.get(mac) ?? new Map()
        // A goodbye. RFC 6762 §10.1.
        if (ttl === 0 || Port === 0) own.delete(key)
        else if (own.has(key) || own.size < MOST) own.set(key, { Type, Port, at: clock.monotonic() })
        if (own.size > 0) devices.set(mac, own)
        else devices.delete(mac)
      }
    },
    of: (mac) =>
      [...(devices.get(mac)?.values() ?? [])]
        .filter(({ at }) => clock.monotonic() - at < KEEP_MS)
        .map(({ Type, Port }) => ({ Type, Port }))
        .sort((a, b) => a.Type.localeCompare(b.Type) || a.Port - b.Port),
    forget: (mac) => void devices.delete(mac),
  }
}
