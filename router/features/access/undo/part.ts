import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { roleOf } from '../../../model/access/credentials/user.ts'
import { undo } from '../../../model/access/undo/contract.ts'
import { serve } from '../../../model/operation.ts'
import { undoHandlers } from './handlers.ts'
import { openJournal } from './journal.ts'

/** Changes that their caller can undo. */
export function undoPart(core: Core) {
  const { facts, clock, watch, keep } = core
  const journal = openJournal({
    clock,
    newId: () => randomBytes(4).toString('hex'),
    mayUndo: ({ name, kind }) => (kind === 'user' ? roleOf(facts.users.get(name)) === 'owner' : kind !== 'anonymous'),
  })
  keep(watch(journal.record))
  return { journal, operations: serve(undo, undoHandlers({ ...core, journal })) }
}
