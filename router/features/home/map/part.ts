import type { Core } from '../../../core.ts'
import { topology } from '../../../model/home/map/contract.ts'
import { serve } from '../../../model/operation.ts'
import { topologyHandlers } from './handlers.ts'
import { openPluginGraphs } from './plugingraph.ts'

/** The map of devices and connections. */
export const mapPart = (core: Core, needs: Pick<Parameters<typeof topologyHandlers>[0], 'readings'>) => ({
  operations: serve(topology, topologyHandlers({ ...core, ...needs, plugins: openPluginGraphs(core) })),
})
