import type { Core } from '../../../core.ts'
import { services } from '../../../model/machine/services/contract.ts'
import { serve } from '../../../model/operation.ts'
import { serviceHandlers } from './handlers.ts'

/** Services that devices announce. */
export const servicesPart = (core: Core, needs: Pick<Parameters<typeof serviceHandlers>[0], 'announced'>) => ({
  operations: serve(services, serviceHandlers({ ...core, ...needs })),
})
