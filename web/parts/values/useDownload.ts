import { useMutation } from '@tanstack/react-query'
import { saveFile } from './saveFile.ts'

/** A file that the router sends. */
interface Download {
  readonly name: string
  /** Requests its bytes. */
  readonly ask: () => Promise<Response>
}

/** Downloads a file of the router: `isPending` until the browser has its bytes. */
export const useDownload = () =>
  useMutation({ mutationFn: async ({ name, ask }: Download) => saveFile(await (await ask()).blob(), name) })
