import { backup } from '../../../model/machine/backup/contract.ts'
import { remoteBackup } from '../../../model/machine/backup/remote/contract.ts'
import { deriveSlowly } from './archive.ts'
import { backupHandlers } from './handlers.ts'
import { openMaking } from './making.ts'
import { openRemoteFetching } from './remote/fetching.ts'
import { remoteBackupHandlers } from './remote/handlers.ts'
import { openRemoteBackups } from './remote/runs.ts'

interface Needs extends Pick<Parameters<typeof backupHandlers>[0], 'links'> {
  /** Where backups are. */
  readonly directory: string
}

import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'

/** Backups on the router, and on another machine. */
export function backupPart(core: Core, { directory, links }: Needs) {
  const deriveKey = deriveSlowly
  const making = openMaking({ ...core, deriveKey, directory, release: core.version })
  const runs = core.keep(openRemoteBackups({ ...core, making }))
  return {
    operations: [
      ...serve(backup, backupHandlers({ ...core, deriveKey, making, links })),
      ...serve(remoteBackup, remoteBackupHandlers(runs, openRemoteFetching({ ...core, making }))),
    ],
  }
}
