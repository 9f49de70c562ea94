import type { Core } from '../../../core.ts'
import type { undo } from '../../../model/access/undo/contract.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import type { Handlers } from '../../../model/operation.ts'
import { takenNets } from '../../firewall/config/check.ts'
import { announceDeleted, announceDevice } from '../../home/devices/announce.ts'
import type { UndoJournal } from './journal.ts'
import { revert } from './revert.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus' | 'apiPorts'> {
  readonly journal: Pick<UndoJournal, 'find' | 'forget'>
}

export const undoHandlers = ({ facts, change, bus, journal, apiPorts }: Deps): Handlers<typeof undo> => ({
  async run({ body: { Id }, caller }) {
    const entries = journal.find(Id, caller)
    const around = { taken: takenNets(facts), apiPorts: apiPorts() }
    const restored = await change((draft) => revert(draft, entries, around))
    journal.forget(Id)
    for (const { table, before, after } of restored) {
      if (table !== 'devices') continue
      if (after) announceDevice({ bus, facts }, before as Device | undefined, after as Device)
      else announceDeleted({ bus, facts }, before as Device)
    }
  },
})
