/** Where all pages are, with the slash. */
export const BASE = '/pages/'

/** What a build of the site contains, for the server: `served.json`, next to the folder `pages`. */
export interface Served {
  readonly contentSecurityPolicy: string
  /** Paths, with the base path, that are answered with 301. */
  readonly redirects: Readonly<Record<string, string>>
  /** Where the site is found, as `https://router.example`. */
  readonly url: string
  /** What the search service asks of its callers, and how its index is called. */
  readonly search: { readonly appId: string; readonly apiKey: string; readonly indexName: string }
  /** What is in the folder, each with a digest of its bytes. Of some there is a smaller form beside it, or two: `.br`, `.gz`. */
  readonly files: Readonly<Record<string, string>>
}

/** A file of the site as it is sent. */
export interface SiteFile {
  /** Below the folder: `docs/intro.html`. */
  readonly name: string
  readonly digest: string
  readonly bytes: Uint8Array
  readonly br: Uint8Array | undefined
  readonly gzip: Uint8Array | undefined
}

/** What is searched, beside `served.json`: see `search/stored.ts`. */
export const SEARCH_INDEX = 'search-index'

export interface Built {
  readonly served: Served
  /** Undefined for a site that an older router has built. */
  readonly searchIndex: Uint8Array | undefined
  readonly files: readonly SiteFile[]
}

type ReadBytes = (path: string) => Promise<Uint8Array | undefined>

/** What `served.json` says; undefined while there is no whole site in `folder`. */
export const readServed = async (readBytes: ReadBytes, folder: string): Promise<string | undefined> => {
  const bytes = await readBytes(`${folder}/served.json`)
  return bytes && Buffer.from(bytes).toString()
}

/** All that is served, read into memory. Throws when a file is missing, as while another build takes its place. */
export async function readBuilt(readBytes: ReadBytes, folder: string, served: Served): Promise<Built> {
  const files: SiteFile[] = []
  for (const [name, digest] of Object.entries(served.files)) {
    const path = `${folder}/pages/${name}`
    const [bytes, br, gzip] = await Promise.all([readBytes(path), readBytes(`${path}.br`), readBytes(`${path}.gz`)])
    if (!bytes) throw new Error(`${path} is missing`)
    files.push({ name, digest, bytes, br, gzip })
  }
  const searchIndex = await readBytes(`${folder}/${SEARCH_INDEX}`)
  return { served, files, searchIndex }
}
