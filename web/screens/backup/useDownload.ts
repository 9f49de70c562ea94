import { useMutation } from '@tanstack/react-query'
import { backup } from '../../../router/features/backup/contract.ts'
import { ask } from '../../client/client.ts'
import { saveFile } from '../../parts/values/saveFile.ts'

/** Downloads a backup. */
export const useDownload = () =>
  useMutation({
    mutationFn: async (name: string) => saveFile(await (await ask(backup.read, { params: { name } })).blob(), name),
  })
