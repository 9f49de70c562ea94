import { setImmediate as nextTurn } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import type { Machine } from '../../../machine/machine.ts'
import type { GeoBlockConfig } from '../../../model/firewall/geoblock/config.ts'
import { type ListedNetworks, readList } from '../../../model/firewall/geoblock/list.ts'
import {
  type BlockedNetworks,
  blockedNetworks,
  MOST_RANGES,
  type NextTurn,
} from '../../../model/firewall/geoblock/networks.ts'
import { prepareText, rangeCount } from '../../../values/addressset.ts'
import { type KeptLists, openKept } from '../../dns/blocklists/lists/kept.ts'
import { openLookup } from '../../traffic/lookup/lookup.ts'

/** The size of a list, in bytes. */
export const MOST_LIST_BYTES = 8 << 20

export const pause: NextTurn = () => nextTurn()

/** Where the data on countries and networks, and the lists, are stored. */
export interface GeoFiles {
  readonly machine: Pick<Machine, 'readBytes' | 'readFile' | 'writeFile' | 'removeFile' | 'listFiles'>
  readonly lookupFile: string
  /** The directory of fetched lists. */
  readonly directory: string
}

export const geoFiles = ({
  machine,
  data,
  lookupFile,
}: Pick<GeoFiles, 'machine' | 'lookupFile'> & { readonly data: string }): GeoFiles => ({
  machine,
  lookupFile,
  directory: `${data}/networks`,
})

export const keptGeoLists = (
  { machine, directory }: GeoFiles,
  onFailure: (what: string, error: unknown) => void,
): KeptLists => openKept(machine, directory, onFailure)

/**
 * The networks of a configuration from the files. The data is read for each call, and not held in memory. A list whose file is damaged
 * is reported and no longer kept, so that it is fetched again. Throws `Unavailable` if the data on countries and networks is missing.
 */
export async function readNetworks(
  files: GeoFiles,
  config: GeoBlockConfig,
  kept: KeptLists,
  onFailure: (what: string, error: unknown) => void,
): Promise<BlockedNetworks> {
  const lists = new Map<string, ListedNetworks>()
  for (const { URI, Enabled } of config.Lists) {
    const list = Enabled ? kept.get(URI) : undefined
    if (!list) continue
    const text = await textOf(files, list.file)
    if (text !== undefined) {
      lists.set(URI, readList(text))
      continue
    }
    onFailure(`the list of networks ${URI} is damaged, and is fetched again`, new Error('its text cannot be read'))
    try {
      kept.forget(URI)
    } catch (error) {
      onFailure('lists of networks could not be stored', error)
    }
  }
  if (config.DenyCountries.length + config.DenyASNs.length + lists.size === 0)
    return { sources: [], all: new Uint32Array() }
  const atlas = await openLookup({ machine: files.machine, path: files.lookupFile }).atlas()
  const networks = await blockedNetworks(config, lists, atlas, pause)
  if (rangeCount(networks.all) <= MOST_RANGES) await prepareText(networks.all, pause)
  return networks
}

/** Undefined for a file that is missing or damaged. */
async function textOf({ machine, directory }: GeoFiles, file: string): Promise<string | undefined> {
  const bytes = await machine.readBytes(`${directory}/${file}`).catch(() => undefined)
  if (!bytes) return undefined
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: MOST_LIST_BYTES }).toString()
  } catch {
    return undefined
  }
}
