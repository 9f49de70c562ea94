import { NotFound } from '../../../errors.ts'
import type { Handlers } from '../../../model/operation.ts'
import { type lookup as contract, MOST_FOUND } from '../../../model/traffic/lookup/contract.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type Lookup, makerOf, networkOf } from './lookup.ts'
import { countryOf, jsonOfRanges } from './ranges.ts'

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

export function lookupHandlers({ lookup }: { lookup: Lookup }): Handlers<typeof contract> {
  return {
    async network({ params: { ips } }) {
      const [ip = ''] = ips
      const found = networkOf(await lookup.atlas(), ip)
      if (!found) throw new NotFound(phrase('traffic.networkUnknown', ip))
      return found
    },

    async networks({ params: { ips } }) {
      const atlas = await lookup.atlas()
      return ips.flatMap((ip) => networkOf(atlas, ip) ?? [])
    },

    async search({ params: { text } }) {
      const atlas = await lookup.atlas()
      const found = atlas.rangesOf(atlas.search(text, MOST_FOUND).map(({ asn }) => asn))
      return found.map(({ asn, name, ranges }) => ({
        ASN: asn,
        Name: name,
        Country: countryOf(atlas, ranges),
        RangeCount: ranges.length,
      }))
    },

    async networkRanges({ params: { asns } }) {
      const atlas = await lookup.atlas()
      const found = atlas.rangesOf([...new Set(asns.map(Number))])
      return jsonOfRanges(found.map((network) => ({ ...network, country: countryOf(atlas, network.ranges) })))
    },

    async countryRanges({ params: { countries } }) {
      const atlas = await lookup.atlas()
      return jsonOfRanges(
        [...new Set(countries)].map((country) => ({
          asn: 0,
          name: COUNTRY_NAMES.of(country) ?? '',
          country,
          ranges: atlas.rangesIn(country),
        })),
      )
    },

    async maker({ params: { mac } }) {
      const found = makerOf(await lookup.atlas(), mac)
      if (!found) throw new NotFound(phrase('traffic.vendorUnknown', mac))
      return found
    },

    async makers({ params: { macs } }) {
      const atlas = await lookup.atlas()
      return macs.flatMap((mac) => makerOf(atlas, mac) ?? [])
    },
  }
}
