import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { packetLog } from '../../../model/firewall/refused/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { readDropCounts } from './counts.ts'
import type { PacketEvents } from './log.ts'

interface Deps extends Pick<Core, 'facts' | 'change'> {
  readonly machine: Pick<Machine, 'nftList'>
  readonly packetLog: Pick<PacketEvents, 'lost'>
}

export const packetLogHandlers = ({ facts, change, machine, packetLog: log }: Deps): Handlers<typeof packetLog> => ({
  settings: () => facts.setting('packetLog'),
  async configure({ body }) {
    await change((draft) => draft.set('packetLog', body))
    return facts.setting('packetLog')
  },
  counts: async () => ({ Topics: await readDropCounts(machine), Lost: log.lost() }),
})
