import type { Core } from '../../../core.ts'
import { services } from '../../../model/machine/services/contract.ts'
import type { Announced } from '../../../model/machine/services/service.ts'
import { serve } from '../../../model/operation.ts'
import { serviceHandlers } from './handlers.ts'

interface Needs {
  readonly announced: (mac: string) => readonly Announced[]
}

/** Services that devices announce. */
export const servicesPart = (core: Core, needs: Needs) => ({
  operations: serve(services, serviceHandlers({ ...core, ...needs })),
})
