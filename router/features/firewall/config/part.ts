import type { Core } from '../../../core.ts'
import { firewall } from '../../../model/firewall/config/contract.ts'
import { serve } from '../../../model/operation.ts'
import { firewallHandlers } from './handlers.ts'

/** Ways in to the router, port forwards and endpoints. */
export const firewallPart = (
  core: Core,
  needs: Pick<Parameters<typeof firewallHandlers>[0], 'guard' | 'confirmations'>,
) => ({
  operations: serve(firewall, firewallHandlers({ ...core, ...needs })),
})
