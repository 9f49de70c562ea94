import type { Core } from '../../../core.ts'
import { packetLog } from '../../../model/firewall/refused/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Ip } from '../../../values/ip.ts'
import { packetLogHandlers } from './handlers.ts'
import { openPacketEvents } from './log.ts'

interface Needs {
  readonly lookedUpName: (device: Ip, address: Ip) => string
}

/** Packets that the firewall drops or rejects. */
export function refusedPart(core: Core, needs: Needs) {
  const log = core.keep(openPacketEvents({ ...core, ...needs }))
  return { operations: serve(packetLog, packetLogHandlers({ ...core, packetLog: log })) }
}
