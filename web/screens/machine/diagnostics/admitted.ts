import type { z } from 'zod'
import type { MapListing } from '../../../../router/model/firewall/config/contract.ts'
import { shownName } from '../../../parts/values/name.ts'

/** An entry of a map of the kernel. */
export interface KernelMapEntry {
  /** Of the device that its address or hardware address belongs to; empty where none is known by it. */
  readonly name: string
  /** The key of the entry, with spaces between its parts. */
  readonly key: string
}

type Known = Readonly<Record<string, { readonly Name: string; readonly MAC: string; readonly RecentIP: string }>>

/** A map of the kernel, row by row: its keys are single values, or several as `{concat: […]}`. */
export function admittedIn({ nftables: [, { map }] }: z.output<typeof MapListing>, devices: Known): KernelMapEntry[] {
  const known = Object.values(devices)
  return map.elem.map(([key]) => {
    const parts = partsOf(key)
    const device = known.find(({ MAC, RecentIP }) =>
      parts.some((part) => part !== '' && (part === RecentIP || part.toLowerCase() === MAC.toLowerCase())),
    )
    return { name: device ? shownName(device.Name) || device.MAC : '', key: parts.join(' ') }
  })
}

function partsOf(key: unknown): string[] {
  if (typeof key !== 'object' || key === null) return [String(key)]
  if ('concat' in key && Array.isArray(key.concat)) return key.concat.flatMap(partsOf)
  return [JSON.stringify(key)]
}
