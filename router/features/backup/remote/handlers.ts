import type { Handlers } from '../../operation.ts'
import type { remoteBackup } from './contract.ts'
import type { RemoteBackups } from './runs.ts'

export const remoteBackupHandlers = (backups: RemoteBackups): Handlers<typeof remoteBackup> => ({
  config: () => backups.config(),
  configure: ({ body }) => backups.configure(body),
  test: ({ body }) => backups.test(body),
  run: () => backups.run(),
  key: async () => ({ PublicKey: await backups.publicKey() }),
})
