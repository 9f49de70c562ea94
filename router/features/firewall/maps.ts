import { z } from 'zod'
import type { Rows } from '../../store/table.ts'
import { type Group, groupMaps, labelOf } from '../groups/group.ts'
import type { MapListing } from './contract.ts'

/** The verdict maps that clients may ask for, besides those of groups. */
const MAPS = new Set([
  'ethernet_filter',
  'dhcp_access',
  'dns_access',
  'internet_access',
  'lan_access',
  'upstream_private_rfc1918_allowed',
])

/**
 * The kernel's name of a map that a caller may read; undefined when there is none. A group's maps go by the group's
 * name as its owner spells it, and by the kernel's spelling of that.
 */
export function kernelMap(name: string, groups: Rows<Group>): string | undefined {
  if (MAPS.has(name)) return name
  const [, group = '', side] = /^(.+)_(src|dst)_access$/.exec(name) ?? []
  if (side === undefined) return undefined
  const maps = (known: string): string => groupMaps(known)[side === 'src' ? 'source' : 'destination']
  const label = labelOf(group)
  if (groups.has(label)) return maps(label)
  return [...groups.keys()].map(maps).find((kernel) => kernel === name)
}

const Listed = z.object({
  nftables: z.array(
    z.object({
      metainfo: z.looseObject({}).optional(),
      map: z
        .looseObject({
          family: z.string(),
          name: z.string(),
          table: z.string(),
          type: z.union([z.string(), z.array(z.string())]),
          map: z.string(),
          elem: z.array(z.tuple([z.unknown(), z.unknown()])).optional(),
        })
        .optional(),
    }),
  ),
})

/** The kernel's listing of one map in the classic shape, which clients index by position. */
export function shapeMap(listing: unknown): MapListing {
  const parts = Listed.parse(listing).nftables
  const map = parts.find((part) => part.map)?.map
  if (!map) throw new Error('the kernel listed no map')
  const metainfo = parts.find((part) => part.metainfo)?.metainfo ?? {}
  return { nftables: [{ metainfo }, { map: { ...map, type: [map.type].flat(), elem: map.elem ?? [] } }] }
}
