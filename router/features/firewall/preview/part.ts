import type { Core } from '../../../core.ts'
import { preview } from '../../../model/firewall/preview/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Ledger } from '../../../store/ledger.ts'
import type { NetworksOf } from '../rules/networks.ts'
import { previewHandlers } from './handlers.ts'

interface Needs {
  readonly ledger: Pick<Ledger, 'copy'>
  readonly networksOf: NetworksOf
}

/** What a change would permit and forbid. */
export const previewPart = (core: Core, needs: Needs) => ({
  operations: serve(preview, previewHandlers({ ...core, ...needs })),
})
