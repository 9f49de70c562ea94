import type { Core } from '../../../core.ts'
import { geoBlock } from '../../../model/firewall/geoblock/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Lookup } from '../../traffic/lookup/lookup.ts'
import { openGeoBlock } from './block.ts'
import { geoBlockHandlers } from './handlers.ts'
import { type GeoFiles, geoFiles } from './stored.ts'

interface Needs extends Pick<GeoFiles, 'lookupFile'> {
  readonly lookup: Pick<Lookup, 'atlas'>
}

/** Blocked countries and networks. */
export function geoBlockPart(core: Core, { lookupFile, lookup }: Needs) {
  const block = core.keep(openGeoBlock({ ...geoFiles({ ...core, lookupFile }), ...core }))
  return { operations: serve(geoBlock, geoBlockHandlers({ ...core, geoBlock: block, lookup })) }
}
