import type { Place } from '../../../model/traffic/lookup/network.ts'
import { numberToIp } from '../../../values/ip.ts'
import { isAddress } from '../flows/owners.ts'
import type { NetworkBytes, NetworksByOwner } from './packed.ts'

/** Networks of one device that are counted apart: more than any device uses, but one that scans the internet. */
const MOST_NETWORKS = 4096
/** Unknown networks, and those beyond the limit. */
const OTHER = { asn: 0, name: '', country: '' }

interface Bytes {
  down: number
  up: number
}

/** Bytes by owner and key, added up. */
class Sums<K> {
  readonly byOwner = new Map<number, Map<K, Bytes>>()

  add(owner: number, key: K, down: number, up: number): void {
    const of = this.byOwner.getOrInsertComputed(owner, () => new Map<K, Bytes>())
    const sum = of.get(key)
    if (sum) {
      sum.down += down
      sum.up += up
    } else of.set(key, { down, up })
  }
}

/** The bytes of devices by network. Networks are looked up once a minute, not for each packet. */
export class NetworkSums {
  #sums = new Sums<string>()
  #addresses = new Sums<number>()
  readonly #places = new Map<string, Omit<NetworkBytes, 'down' | 'up'>>()

  /** Adds bytes that were sent from one owner to another. Only those between a device and an address count. */
  count(source: number, destination: number, bytes: number): void {
    if (isAddress(source) && !isAddress(destination)) this.#addresses.add(destination, source, bytes, 0)
    else if (isAddress(destination) && !isAddress(source)) this.#addresses.add(source, destination, 0, bytes)
  }

  /** Whether there are counted addresses whose networks were not looked up yet. */
  get isUnsettled(): boolean {
    return this.#addresses.byOwner.size > 0
  }

  /** Looks up the networks of the counted addresses. */
  settle(placeOf: (ip: string) => Place): void {
    const { byOwner } = this.#addresses
    this.#addresses = new Sums()
    for (const [owner, addresses] of byOwner)
      for (const [address, { down, up }] of addresses) {
        const { ASN: asn, ASNName: name, Country: country } = placeOf(numberToIp(address))
        this.#add(owner, { asn, name, country, down, up })
      }
  }

  /** Adds sums of another period. */
  merge(all: NetworksByOwner): void {
    for (const [owner, list] of all) for (const one of list) this.#add(owner, one)
  }

  #add(owner: number, { down, up, ...place }: NetworkBytes): void {
    const known = this.#sums.byOwner.get(owner)
    const isCounted = known === undefined || known.size < MOST_NETWORKS || known.has(keyOf(place))
    const { asn, name, country } = isCounted ? place : OTHER
    const key = keyOf({ asn, country })
    if (!this.#places.has(key)) this.#places.set(key, { asn, name, country })
    this.#sums.add(owner, key, down, up)
  }

  /** The networks of each owner with the most bytes, at most `most`; the others as network 0 without a country. */
  top(most = Number.POSITIVE_INFINITY): Map<number, NetworkBytes[]> {
    return new Map(
      [...this.#sums.byOwner].map(([owner, networks]) => {
        const list = [...networks]
          .map(([key, { down, up }]): NetworkBytes => ({ ...this.#places.get(key)!, down, up }))
          .sort((a, b) => b.down + b.up - a.down - a.up)
        const rest = list.slice(most)
        return [owner, rest.length > 0 ? [...list.slice(0, most), together(rest)] : list]
      }),
    )
  }
}

const keyOf = ({ asn, country }: Pick<NetworkBytes, 'asn' | 'country'>): string => `${asn} ${country}`

const together = (list: readonly NetworkBytes[]): NetworkBytes => ({
  ...OTHER,
  down: list.reduce((sum, { down }) => sum + down, 0),
  up: list.reduce((sum, { up }) => sum + up, 0),
})
