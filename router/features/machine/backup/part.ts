import type { Core } from '../../../core.ts'
import { backup } from '../../../model/machine/backup/contract.ts'
import { remoteBackup } from '../../../model/machine/backup/remote/contract.ts'
import { type Handlers, serve } from '../../../model/operation.ts'
import { deriveSlowly } from './archive.ts'
import { backupHandlers } from './handlers.ts'
import { openMaking } from './making.ts'
import { openRemoteFetching, type RemoteFetching } from './remote/fetching.ts'
import { openRemoteBackups, type RemoteBackups } from './remote/runs.ts'

interface Needs {
  readonly links: readonly string[]
  /** Where backups are. */
  readonly directory: string
}

/** Backups on the router, and on another machine. */
export function backupPart(core: Core, { directory, links }: Needs) {
  const deriveKey = deriveSlowly
  const making = openMaking({ ...core, deriveKey, directory, release: core.version })
  const runs = core.keep(openRemoteBackups({ ...core, making }))
  return {
    /** Makes an archive that is encrypted with the recovery key. */
    backUp: () => making.make({}),
    operations: [
      ...serve(backup, backupHandlers({ ...core, deriveKey, making, links })),
      ...serve(remoteBackup, remoteBackupHandlers(runs, openRemoteFetching({ ...core, making }))),
    ],
  }
}

const remoteBackupHandlers = (backups: RemoteBackups, fetching: RemoteFetching): Handlers<typeof remoteBackup> => ({
  config: () => backups.config(),
  configure: ({ body }) => backups.configure(body),
  test: ({ body }) => backups.test(body),
  run: () => backups.run(),
  list: ({ body }) => fetching.list(body),
  fetch: ({ body }) => fetching.fetch(body),
  key: async () => ({ PublicKey: await backups.publicKey() }),
})
