import { phraseOrText, Unavailable } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { LookupASN, Maker, Place } from '../../../model/traffic/lookup/network.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { ipToNumber } from '../../../values/ip.ts'
import { type Mac, parseMac } from '../../../values/mac.ts'
import { type Atlas, openAtlas } from './atlas.ts'

/** What is known of addresses; in memory from the first question on. */
export interface Lookup {
  /** Throws `Unavailable` while the data sets are not there, or damaged; they are looked for again at the next call. */
  atlas(): Promise<Atlas>
  /** The vendor of a MAC address; empty if there is none. Throws as `atlas`. */
  vendorOf(mac: Mac): Promise<string>
  /** Finds the network and country of addresses. Without the data sets, nothing is found. */
  places(): Promise<(ip: string) => Place>
}

const REMEDY = 'Make it with "npm run lookup" in the directory of the router.'

export function openLookup({ machine, path }: { machine: Pick<Machine, 'readBytes'>; path: string }): Lookup {
  const read = async (): Promise<Atlas> => {
    const bytes = await machine.readBytes(path).catch((error: Error) => {
      throw new Unavailable(phrase('traffic.lookupDataUnreadable', phraseOrText(error)))
    })
    if (!bytes) throw new Unavailable(phrase('traffic.lookupDataMissing', path, REMEDY))
    try {
      return openAtlas(bytes)
    } catch (error) {
      const { message } = error as Error
      throw new Unavailable(phrase('traffic.lookupDataDamaged', message, path, REMEDY))
    }
  }
  let reading: Promise<Atlas> | undefined
  const atlas = (): Promise<Atlas> => {
    reading ??= read().catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }
  return {
    atlas,
    vendorOf: async (mac) => makerOf(await atlas(), mac)?.Vendor ?? '',
    async places() {
      const known = await atlas().catch(() => undefined)
      return (ip) => (known ? placeOf(known, ip) : NOWHERE)
    },
  }
}

const NOWHERE: Place = { ASN: 0, ASNName: '', Country: '' }

function placeOf(atlas: Atlas, ip: string): Place {
  const address = ipToNumber(ip)
  const { asn = 0, name = '' } = atlas.networkAt(address) ?? {}
  return { ASN: asn, ASNName: name, Country: atlas.countryAt(address) }
}

/** The network of an address, or nothing. */
export function networkOf(atlas: Atlas, ip: string): LookupASN | undefined {
  const address = ipToNumber(ip)
  const network = atlas.networkAt(address)
  return network && { IP: ip, ASN: network.asn, Name: network.name, Country: atlas.countryAt(address) }
}

/** The manufacturer of the device with this MAC address; undefined for a locally administered one. IEEE 802-2014 8.2. */
export function makerOf(atlas: Atlas, mac: Mac): Maker | undefined {
  const [a, b, c, d, e] = parseMac(mac) as unknown as [number, number, number, number, number]
  const isLocal = (a & 2) !== 0
  const Vendor = isLocal ? undefined : atlas.makerOf((a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) * 16 + (e >>> 4))
  return Vendor === undefined ? undefined : { MAC: mac, Vendor }
}
