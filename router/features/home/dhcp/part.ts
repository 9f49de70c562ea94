import type { Core } from '../../../core.ts'
import { dhcpSocket, subnet } from '../../../model/home/dhcp/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openGrants } from './grants.ts'
import { dhcpSocketHandlers, subnetHandlers } from './handlers.ts'

/** The addresses of devices. */
export function dhcpPart(core: Core, { guard }: Pick<Parameters<typeof subnetHandlers>[0], 'guard'>) {
  const { pass, keep } = core
  const grants = keep(openGrants({ ...core, drift: () => pass.drift }))
  return {
    grants,
    operations: serve(subnet, subnetHandlers({ ...core, guard })),
    socket: serve(dhcpSocket, dhcpSocketHandlers({ ...core, grants })),
  }
}
