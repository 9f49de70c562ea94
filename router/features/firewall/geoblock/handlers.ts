import type { Core } from '../../../core.ts'
import { Invalid } from '../../../errors.ts'
import { MOST_ASNS } from '../../../model/firewall/geoblock/config.ts'
import type { geoBlock as contract } from '../../../model/firewall/geoblock/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Lookup } from '../../traffic/lookup/lookup.ts'
import type { GeoBlock } from './block.ts'

interface Deps extends Pick<Core, 'facts'> {
  readonly geoBlock: GeoBlock
  readonly lookup: Pick<Lookup, 'atlas'>
}

export const geoBlockHandlers = ({ facts, geoBlock, lookup }: Deps): Handlers<typeof contract> => ({
  config: () => facts.setting('geoBlock'),
  configure: ({ body, caller }) => geoBlock.configure(() => body, caller),
  addCountry: ({ params: { country }, caller }) =>
    geoBlock.configure(
      (config) => ({ ...config, DenyCountries: [...config.DenyCountries.filter((code) => code !== country), country] }),
      caller,
    ),
  removeCountry: ({ params: { country }, caller }) =>
    geoBlock.configure(
      (config) => ({ ...config, DenyCountries: config.DenyCountries.filter((code) => code !== country) }),
      caller,
    ),
  async addAsn({ params: { asn }, body, caller }) {
    const atlas = await lookup.atlas().catch(() => undefined)
    const Name = body.Name || (atlas?.rangesOf([asn])[0]?.name ?? '')
    return geoBlock.configure((config) => {
      const others = config.DenyASNs.filter(({ ASN }) => ASN !== asn)
      if (others.length >= MOST_ASNS) throw new Invalid(phrase('firewall.blockedNetworksFull', MOST_ASNS))
      return { ...config, DenyASNs: [...others, { ASN: asn, Name }] }
    }, caller)
  },
  removeAsn: ({ params: { asn }, caller }) =>
    geoBlock.configure((config) => ({ ...config, DenyASNs: config.DenyASNs.filter(({ ASN }) => ASN !== asn) }), caller),
  status: () => geoBlock.status(),
  async refresh({ query: { accept } }) {
    await geoBlock.refresh(accept || undefined)
    return geoBlock.status()
  },
})
