import type { Core } from '../../../core.ts'
import { releases } from '../../../model/machine/releases/contract.ts'
import { serve } from '../../../model/operation.ts'
import { activeUplink } from '../../internet/dyndns/address.ts'
import { releaseHandlers } from './handlers.ts'
import { watchReleases } from './watch.ts'

/** New versions of the router. */
export function releasesPart(core: Core) {
  const { uplinks, keep } = core
  const watch = keep(watchReleases({ ...core, uplink: () => activeUplink(uplinks())?.link }))
  return { operations: serve(releases, releaseHandlers({ ...core, watch })) }
}
