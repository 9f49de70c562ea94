import type { Core } from '../../../core.ts'
import { firewall } from '../../../model/firewall/config/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Confirmations, Guard } from '../../access/confirm/confirmation.ts'
import { firewallHandlers } from './handlers.ts'

interface Needs {
  readonly guard: Guard
  readonly confirmations: Pick<Confirmations, 'settle'>
}

/** Ways in to the router, port forwards and endpoints. */
export const firewallPart = (core: Core, needs: Needs) => ({
  operations: serve(firewall, firewallHandlers({ ...core, ...needs })),
})
