import { z } from 'zod'
import { get } from '../operation.ts'

/** A verdict map in nftables’ own JSON: what it describes itself with, then the map. */
export const MapListing = z.object({
  nftables: z.tuple([
    z.object({ metainfo: z.looseObject({}) }),
    z.object({
      map: z.looseObject({
        family: z.string(),
        name: z.string(),
        table: z.string(),
        type: z.array(z.string()),
        map: z.string(),
        elem: z.array(z.tuple([z.unknown(), z.unknown()])),
      }),
    }),
  ]),
})
export type MapListing = z.input<typeof MapListing>

export const firewall = {
  map: get('/nfmap/{name}', {
    tag: 'network',
    summary: 'A verdict map of the firewall, as it is in the kernel',
    description:
      'Who is admitted right now: `ethernet_filter` (address, link, MAC), `internet_access`, `dns_access`, `lan_access` ' +
      '(address, link), `dhcp_access` (link, MAC), and for a group `cams` its members in `cams_src_access` and ' +
      '`cams_dst_access`.',
    params: { name: z.string().max(200).meta({ example: 'internet_access' }) },
    reply: MapListing,
  }),
}
