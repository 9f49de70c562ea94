import type { Core } from '../../../core.ts'
import { explain } from '../../../model/firewall/explain/contract.ts'
import { serve } from '../../../model/operation.ts'
import { explainHandlers } from './handlers.ts'

/** Why a connection passes or not. */
export const explainPart = (core: Core, needs: Pick<Parameters<typeof explainHandlers>[0], 'announced'>) => ({
  operations: serve(explain, explainHandlers({ ...core, ...needs })),
})
