import type { Core } from '../../../core.ts'
import { preview } from '../../../model/firewall/preview/contract.ts'
import { serve } from '../../../model/operation.ts'
import { previewHandlers } from './handlers.ts'

/** What a change would permit and forbid. */
export const previewPart = (
  core: Core,
  needs: Pick<Parameters<typeof previewHandlers>[0], 'ledger' | 'networksOf'>,
) => ({
  operations: serve(preview, previewHandlers({ ...core, ...needs })),
})
