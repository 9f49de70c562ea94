import type { Core } from '../../../core.ts'
import { backup } from '../../../model/machine/backup/contract.ts'
import { type Details, type Operation, type ServedOperation, serve } from '../../../model/operation.ts'
import { rewriteState } from '../../../store/database.ts'
import { openFactsInMemory } from '../../../store/memory.ts'
import { takeSnapshot } from '../../../store/snapshot.ts'
import { openVault, type Vault } from '../../../store/vault.ts'
import { deriveSlowly } from './archive.ts'
import { backupHandlers } from './handlers.ts'
import { openMaking } from './making.ts'

interface Deps extends Pick<Core, 'machine' | 'data' | 'version'> {
  /** The directory of archives. */
  readonly directory: string
  /** Called after an archive was restored. */
  readonly done: () => void
}

/** The operations for archives that the console has while the saved state cannot be read: list, upload and restore. */
export function archivesWithoutState({ machine, data, version, directory, done }: Deps): ServedOperation[] {
  const { facts, change } = openFactsInMemory()
  // Opened on first use, since it may have to be created.
  const vault = (): Vault => openVault(machine, `${data}/vault.key`)
  const lazy: Vault = { seal: (text) => vault().seal(text), open: (sealed) => vault().open(sealed) }
  const deps = { facts, change, vault: lazy, deriveKey: deriveSlowly }
  const making = openMaking({ ...deps, machine, directory, release: version })
  const { list, bring, restore } = backupHandlers({ ...deps, making, links: [] })
  return serve(
    { list: backup.list, bring: atConsole(backup.bring), restore: atConsole(backup.restore) },
    {
      list,
      bring,
      async restore(request) {
        const restored = await restore(request)
        rewriteState(`${data}/state.db`, takeSnapshot(facts))
        done()
        return restored
      },
    },
  )
}

/** The operation without access checks: users and one-time codes cannot be read, and the console needs none. */
const atConsole = <const D extends Details>(operation: Operation<D>): Operation<Omit<D, 'access' | 'untilSetUp'>> => {
  const { access, untilSetUp, ...details } = operation.details
  return { ...operation, details }
}
