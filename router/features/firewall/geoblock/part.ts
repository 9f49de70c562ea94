import type { Core } from '../../../core.ts'
import { geoBlock } from '../../../model/firewall/geoblock/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openGeoBlock } from './block.ts'
import { geoBlockHandlers } from './handlers.ts'
import type { GeoFiles } from './stored.ts'

interface Needs extends Pick<Parameters<typeof geoBlockHandlers>[0], 'lookup'> {
  readonly files: GeoFiles
}

/** Blocked countries and networks. */
export function geoBlockPart(core: Core, { files, lookup }: Needs) {
  const block = core.keep(openGeoBlock({ ...files, ...core }))
  return { operations: serve(geoBlock, geoBlockHandlers({ ...core, geoBlock: block, lookup })) }
}
