import { NotFound } from '../../errors.ts'
import type { Handlers } from '../operation.ts'
import { type lookup as contract, MOST_FOUND } from './contract.ts'
import { type Lookup, makerOf, networkOf } from './lookup.ts'

export function lookupHandlers({ lookup }: { lookup: Lookup }): Handlers<typeof contract> {
  return {
    async network({ params: { ips } }) {
      const [ip = ''] = ips
      const found = networkOf(await lookup.atlas(), ip)
      if (!found) throw new NotFound(`No network is known that ${ip} is in.`)
      return found
    },

    async networks({ params: { ips } }) {
      const atlas = await lookup.atlas()
      return ips.flatMap((ip) => networkOf(atlas, ip) ?? [])
    },

    async search({ params: { text } }) {
      const atlas = await lookup.atlas()
      return atlas.search(text, MOST_FOUND).map(({ asn, name }) => ({ ASN: asn, Name: name }))
    },

    async maker({ params: { mac } }) {
      const found = makerOf(await lookup.atlas(), mac)
      if (!found) throw new NotFound(`Nobody is known who makes devices with the address ${mac}.`)
      return found
    },

    async makers({ params: { macs } }) {
      const atlas = await lookup.atlas()
      return macs.flatMap((mac) => makerOf(atlas, mac) ?? [])
    },
  }
}
