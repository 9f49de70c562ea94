import type { Core } from '../../../core.ts'
import { setup } from '../../../model/home/setup/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openSetupEnd } from './end.ts'
import { setupHandlers } from './handlers.ts'
import { openSetupLeases } from './leases.ts'

/** The first setup of the router. */
export function setupPart(core: Core, needs: Pick<Parameters<typeof setupHandlers>[0], 'hash' | 'isRight'>) {
  const { pass, keep } = core
  keep(openSetupEnd(core))
  return {
    setupLeases: openSetupLeases({ ...core, drift: () => pass.drift }),
    operations: serve(setup, setupHandlers({ ...core, ...needs })),
  }
}
