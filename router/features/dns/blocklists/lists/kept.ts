import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Machine } from '../../../../machine/machine.ts'
import { readDocument, withVersion } from '../../../../store/versions.ts'

/** What was fetched of a list, and is kept: the text in a file, the rest here. */
export const KeptList = z.object({
  URI: z.string(),
  /** The file's name, in the same directory: text compressed with zstd. */
  file: z.string().regex(/^[0-9a-f]+\.zst$/),
  /** Another one whenever the text is. */
  version: z.string(),
  etag: z.string().optional(),
  modified: z.string().optional(),
  /** When the server last said that this is its text, in milliseconds since 1970. */
  fetchedAt: z.number(),
  bytes: z.number(),
  entries: z.number().optional(),
  /** Lines that are no entries of a list. */
  foreign: z.number().optional(),
})
export type KeptList = z.infer<typeof KeptList>

const Index = { schema: z.object({ lists: z.array(KeptList) }), migrations: [] }
const INDEX = 'index.json'
/** Where the compiled table is; see router/store/blocklists/layout.ts. */
export const TABLE_FILE = 'table'

/** The directory of fetched block lists and of the table compiled from them. */
export const listDirectory = (data: string): string => `${data}/lists`

/** Where the text of a list is kept: an address may be longer than the name of a file. */
export const fileOf = (uri: string): string => `${createHash('sha256').update(uri).digest('hex').slice(0, 32)}.zst`

/** The lists that are kept, in their order. Changes throw the error of the disk, and then change nothing. */
export interface KeptLists {
  get(uri: string): KeptList | undefined
  all(): readonly KeptList[]
  /** Another kept list, or the same one anew. */
  put(list: KeptList): void
  forget(uri: string): void
  /** Keep these and no others, in this order, as far as they are there. Files of others are removed. */
  only(uris: readonly string[]): void
}

/**
 * Opens what an earlier run left. An index that is damaged or of a later version is deleted, and reported: all of it can be fetched
 * again.
 */
export function openKept(
  machine: Pick<Machine, 'readFile' | 'writeFile' | 'removeFile' | 'listFiles'>,
  directory: string,
  onFailure: (what: string, error: unknown) => void,
): KeptLists {
  const path = `${directory}/${INDEX}`
  const text = machine.readFile(path)
  let lists: readonly KeptList[] = []
  try {
    if (text !== undefined) lists = readIndex(text, path)
  } catch (error) {
    onFailure(`${path} is deleted, and the lists are fetched again`, error)
    machine.removeFile(path)
  }
  /** Memory follows the disk: the program that compiles reads the index, and must find what is expected of it. */
  const save = (next: readonly KeptList[]): void => {
    machine.writeFile(path, JSON.stringify(withVersion(Index, { lists: next })), 0o600)
    lists = next
  }
  return {
    get: (uri) => lists.find(({ URI }) => URI === uri),
    all: () => lists,
    put(list) {
      const isThere = lists.some(({ URI }) => URI === list.URI)
      save(isThere ? lists.map((one) => (one.URI === list.URI ? list : one)) : [...lists, list])
    },
    forget: (uri) => save(lists.filter(({ URI }) => URI !== uri)),
    only(uris) {
      const wanted = uris.flatMap((uri) => lists.find(({ URI }) => URI === uri) ?? [])
      if (wanted.length !== lists.length || wanted.some((list, index) => list !== lists[index])) save(wanted)
      // One that is being fetched is not in the index yet.
      const files = new Set(uris.map(fileOf))
      for (const file of machine.listFiles(directory))
        if (/\.zst(\.new)?$/.test(file) && !files.has(file.replace(/\.new$/, '')))
          machine.removeFile(`${directory}/${file}`)
    },
  }
}

/** Throws `DamagedFile` and `NewerVersion`. */
export const readIndex = (text: string, path: string): readonly KeptList[] => readDocument(text, Index, path).lists
