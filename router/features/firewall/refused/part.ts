import type { Core } from '../../../core.ts'
import { packetLog } from '../../../model/firewall/refused/contract.ts'
import { serve } from '../../../model/operation.ts'
import { packetLogHandlers } from './handlers.ts'
import { openPacketEvents } from './log.ts'

/** Packets that the firewall drops or rejects. */
export function refusedPart(core: Core, needs: Pick<Parameters<typeof openPacketEvents>[0], 'lookedUpName'>) {
  const log = core.keep(openPacketEvents({ ...core, ...needs }))
  return { operations: serve(packetLog, packetLogHandlers({ ...core, packetLog: log })) }
}
