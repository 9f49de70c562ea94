import type { remoteBackup } from '../../../../model/machine/backup/remote/contract.ts'
import type { Handlers } from '../../../../model/operation.ts'
import type { RemoteFetching } from './fetching.ts'
import type { RemoteBackups } from './runs.ts'

export const remoteBackupHandlers = (
  backups: RemoteBackups,
  fetching: RemoteFetching,
): Handlers<typeof remoteBackup> => ({
  config: () => backups.config(),
  configure: ({ body }) => backups.configure(body),
  test: ({ body }) => backups.test(body),
  run: () => backups.run(),
  list: ({ body }) => fetching.list(body),
  fetch: ({ body }) => fetching.fetch(body),
  key: async () => ({ PublicKey: await backups.publicKey() }),
})
