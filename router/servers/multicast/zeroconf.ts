import { hash } from 'node:crypto'
import type { Bus } from '../../events/bus.ts'
import type { TopicPayload } from '../../events/catalogue.ts'
import type { MonotonicClock } from '../../machine/machine.ts'
import type { Ip } from '../../values/ip.ts'
import type { Mac } from '../../values/mac.ts'
import { TYPE } from '../../wire/dns/constants.ts'
import type { MdnsMessage } from '../../wire/mdns.ts'

/** An announcement that is repeated after this time is published again. */
const KEEP_MS = 24 * 3600_000
/** Different announcements of one device that are remembered. A television sends two dozen. */
const MOST = 64
const MOST_TEXTS = 32
const MOST_HEADERS = 32
const MOST_BYTES = 2048

/** `Brother HL._ipp._tcp.local`, or the type alone. RFC 6763 §4.1. */
const SERVICE = /(?:^|\.)(_[a-z0-9-]{1,15}\._(?:tcp|udp))\.local$/
/** Headers that make an announcement a different one. The others change each time. UPnP Device Architecture 2.0 §1.2.2. */
const IDENTIFYING = ['NT', 'USN', 'LOCATION', 'SERVER']

type Announcement = Omit<TopicPayload<'zeroconf:device'>, 'SrcIP' | 'MAC'>

interface Sender {
  readonly ip: Ip
  readonly mac: Mac
}

/** Publishes what devices announce about themselves: each different announcement of a device once a day, at most `MOST` of them. */
export interface Zeroconf {
  mdns(sender: Sender, message: MdnsMessage): void
  ssdp(sender: Sender, payload: Uint8Array): void
  forget(mac: Mac): void
}

export function openZeroconf({
  bus,
  clock,
}: {
  bus: Pick<Bus, 'publish' | 'hasSubscribers'>
  clock: MonotonicClock
}): Zeroconf {
  /** By device: digests of its announcements, the oldest first, with their times. */
  const devices = new Map<Mac, Map<string, number>>()

  const publish = ({ ip, mac }: Sender, announcement: Announcement, identity: unknown): void => {
    const now = clock.monotonic()
    const digest = hash('sha256', JSON.stringify(identity), 'base64').slice(0, 16)
    const seen = devices.getOrInsertComputed(mac, () => new Map<string, number>())
    const isFresh = (at: number): boolean => now - at < KEEP_MS
    if (isFresh(seen.get(digest) ?? Number.NaN)) return
    seen.delete(digest)
    // Replacing a fresh one would publish each packet of a device that changes its texts all the time.
    const [oldest] = seen
    if (seen.size >= MOST && oldest !== undefined) {
      if (isFresh(oldest[1])) return
      seen.delete(oldest[0])
    }
    seen.set(digest, now)
    bus.publish('zeroconf:device', { SrcIP: ip, MAC: mac, ...announcement })
  }

  return {
    mdns(sender, { isResponse, records }) {
      if (!isResponse || !bus.hasSubscribers('zeroconf:device')) return
      const own = records.filter(({ ttl }) => ttl > 0)
      const Services = [...new Set(own.flatMap(({ name, type }) => serviceOf(name, type) ?? []))].sort()
      const TXT = own.flatMap(({ type, data }) => (type === TYPE.TXT ? textsIn(data) : [])).slice(0, MOST_TEXTS)
      if (Services.length > 0) publish(sender, { Services, TXT, SSDPHeaders: {} }, [Services, TXT])
    },
    ssdp(sender, payload) {
      if (!bus.hasSubscribers('zeroconf:device')) return
      const headers = headersOf(payload)
      if (!headers?.NT || headers.NTS !== 'ssdp:alive') return
      const identity = IDENTIFYING.map((name) => headers[name])
      publish(sender, { Services: [headers.NT], TXT: [], SSDPHeaders: headers }, identity)
    },
    forget: (mac) => void devices.delete(mac),
  }
}

const serviceOf = (name: string, type: number): string | undefined =>
  type === TYPE.SRV || type === TYPE.TXT || type === TYPE.PTR ? SERVICE.exec(name)?.[1] : undefined

/** The texts of a TXT record, each after its length. RFC 6763 §6.1. */
function textsIn(data: Buffer): string[] {
  const texts: string[] = []
  for (let at = 0; at < data.length; at += data[at]! + 1) {
    const text = plain(data.toString('utf8', at + 1, at + 1 + data[at]!))
    if (text !== '') texts.push(text)
  }
  return texts
}

/** The headers of a NOTIFY message, by name in capitals; undefined for another message. */
function headersOf(payload: Uint8Array): Record<string, string> | undefined {
  const [start, ...lines] = Buffer.from(payload.subarray(0, MOST_BYTES)).toString('latin1').split('\r\n')
  if (start !== 'NOTIFY * HTTP/1.1') return undefined
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name, value = ''] = /^([A-Za-z0-9.-]{1,64}):(.*)$/.exec(line) ?? []
    return name ? [[name.toUpperCase(), plain(value.trim())]] : []
  })
  return Object.fromEntries(headers.slice(0, MOST_HEADERS))
}

/** Devices choose these texts: control characters become spaces. */
const plain = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
