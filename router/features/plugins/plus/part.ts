import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { plus } from '../../../model/plugins/plus/contract.ts'
import { plusHandlers } from './handlers.ts'
import { openLicences } from './licence.ts'

/** Extensions with a licence. */
export const plusPart = (core: Core) => ({
  operations: serve(plus, plusHandlers({ ...core, isLicensed: openLicences(core) })),
})
