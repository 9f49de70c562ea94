import { backup } from '../../../../router/model/machine/backup/contract.ts'
import { ask } from '../../../client/client.ts'

/** A backup on this router as a file to download. */
export const backupDownload = (name: string) => ({ name, ask: () => ask(backup.read, { params: { name } }) })
