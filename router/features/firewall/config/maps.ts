import { z } from 'zod'
import type { MapListing } from '../../../model/firewall/config/contract.ts'
import { type Group, groupMaps, labelOf } from '../../../model/home/groups/group.ts'
import type { Rows } from '../../../store/table.ts'
import { DERIVED_MAPS, type DerivedMap, type MapElement } from './derived.ts'

/** The verdict maps that clients may read, in addition to those of groups. */
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

/** Clients know the maps as those of one table. */
const CLASSIC_TABLE = 'filter'
/** Handles of derived maps follow this; those of the kernel's maps are its own. */
const DERIVED_HANDLES = 10_000

/**
 * The kernel's listing of one map in the classic shape, which clients index by position, with `more` elements. In
 * our ruleset the elements of a group jump to a separate chain; clients get them as `accept`.
 */
export function shapeMap(listing: unknown, more: readonly MapElement[] = []): MapListing {
  const parts = Listed.parse(listing).nftables
  const map = parts.find((part) => part.map)?.map
  if (!map) throw new Error('the kernel listed no map')
  const metainfo = parts.find((part) => part.metainfo)?.metainfo ?? {}
  const elem = (map.elem ?? []).map(([key, verdict]): [unknown, unknown] => [
    key,
    typeof verdict === 'object' && verdict !== null && 'jump' in verdict ? { accept: null } : verdict,
  ])
  return {
    nftables: [
      { metainfo },
      { map: { ...map, table: CLASSIC_TABLE, type: [map.type].flat(), elem: [...elem, ...more] } },
    ],
  }
}

/** A derived map in the same shape. */
export function shapeDerived(name: string, { type, elem }: DerivedMap): MapListing {
  const handle = DERIVED_HANDLES + DERIVED_MAPS.indexOf(name)
  const described = { family: 'inet', name, table: CLASSIC_TABLE, handle, map: 'verdict' }
  return {
    nftables: [
      { metainfo: { version: '1', release_name: 'derived', json_schema_version: 1 } },
      { map: { ...described, type: [...type], elem: [...elem] } },
    ],
  }
}
