import type { Destination } from '../../../router/features/traffic/destinations.ts'

export const GROUPINGS = ['address', 'network', 'country'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** All that a device exchanged with one place, network or country. */
export interface Exchange {
  readonly key: string
  readonly name: string
  /** What stands small beside the name: the address of a name, the number of a network; or nothing. */
  readonly detail: string
  readonly received: number
  readonly sent: number
  /** RFC 3339. */
  readonly lastSeen: string
}

export interface Names {
  /** What a device at home is called, by its address. */
  readonly deviceAt: (ip: string) => string | undefined
  readonly home: string
  readonly unknown: string
  readonly country: (code: string) => string
}

/** Destinations put together, the one with the most bytes first. */
export function exchangesBy(grouping: Grouping, destinations: readonly Destination[], names: Names): Exchange[] {
  const all = new Map<string, Exchange>()
  for (const destination of destinations) {
    const { key, name, detail } = placeOf[grouping](destination, names)
    const had = all.get(key) ?? { key, name, detail, received: 0, sent: 0, lastSeen: '' }
    const { BytesIn, BytesOut, LastSeen } = destination
    all.set(key, {
      ...had,
      received: had.received + BytesIn,
      sent: had.sent + BytesOut,
      lastSeen: LastSeen > had.lastSeen ? LastSeen : had.lastSeen,
    })
  }
  return [...all.values()].sort((a, b) => b.received + b.sent - a.received - a.sent)
}

type Place = Pick<Exchange, 'key' | 'name' | 'detail'>
const HOME = 'home'
const UNKNOWN = 'unknown'

const placeOf: Readonly<Record<Grouping, (of: Destination, names: Names) => Place>> = {
  address: ({ IP, Domain }, { deviceAt }) => {
    const name = deviceAt(IP) ?? Domain
    return name === '' ? { key: IP, name: IP, detail: '' } : { key: IP, name, detail: IP }
  },
  network: ({ IP, ASN, ASNName }, names) => {
    if (names.deviceAt(IP) !== undefined) return { key: HOME, name: names.home, detail: '' }
    if (ASN === 0) return { key: UNKNOWN, name: names.unknown, detail: '' }
    return { key: `AS${ASN}`, name: ASNName || `AS${ASN}`, detail: `AS${ASN}` }
  },
  country: ({ IP, Country }, names) => {
    if (names.deviceAt(IP) !== undefined) return { key: HOME, name: names.home, detail: '' }
    if (Country === '') return { key: UNKNOWN, name: names.unknown, detail: '' }
    return { key: Country, name: names.country(Country), detail: '' }
  },
}
