import { useMutation } from '@tanstack/react-query'

/** Downloads bytes as a file. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A file that the router sends. */
interface Download {
  readonly name: string
  /** Requests its bytes. */
  readonly ask: () => Promise<Response>
}

/** Downloads a file of the router: `isPending` until the browser has its bytes. */
export const useDownload = () =>
  useMutation({ mutationFn: async ({ name, ask }: Download) => saveFile(await (await ask()).blob(), name) })
