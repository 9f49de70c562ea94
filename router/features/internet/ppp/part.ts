import type { Core } from '../../../core.ts'
import { ppp } from '../../../model/internet/ppp/contract.ts'
import { serve } from '../../../model/operation.ts'
import { pppHandlers } from './handlers.ts'

/** PPPoE. */
export const pppPart = (core: Core, needs: Pick<Parameters<typeof pppHandlers>[0], 'guard' | 'stateOf'>) => ({
  operations: serve(ppp, pppHandlers({ ...core, ...needs })),
})
