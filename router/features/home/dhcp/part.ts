import type { Core } from '../../../core.ts'
import { dhcpSocket, subnet } from '../../../model/home/dhcp/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Guard } from '../../access/confirm/confirmation.ts'
import { openGrants } from './grants.ts'
import { dhcpSocketHandlers, subnetHandlers } from './handlers.ts'

/** The addresses of devices. */
export function dhcpPart(core: Core, { guard }: { readonly guard: Guard }) {
  const { pass, keep } = core
  const grants = keep(openGrants({ ...core, drift: () => pass.drift }))
  return {
    grants,
    operations: serve(subnet, subnetHandlers(core, guard)),
    socket: serve(dhcpSocket, dhcpSocketHandlers({ ...core, grants })),
  }
}
