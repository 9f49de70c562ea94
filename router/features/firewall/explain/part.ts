import type { Core } from '../../../core.ts'
import { explain } from '../../../model/firewall/explain/contract.ts'
import type { Announced } from '../../../model/machine/services/service.ts'
import { serve } from '../../../model/operation.ts'
import { explainHandlers } from './handlers.ts'

interface Needs {
  readonly announced: (mac: string) => readonly Announced[]
}

/** Why a connection passes or not. */
export const explainPart = (core: Core, needs: Needs) => ({
  operations: serve(explain, explainHandlers({ ...core, ...needs })),
})
