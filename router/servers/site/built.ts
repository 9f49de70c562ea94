/** The base path of all pages. */
export const BASE = '/pages/'

/** A description of a build: `served.json`, next to the folder `pages`. */
export interface Served {
  readonly contentSecurityPolicy: string
  /** Paths, with the base path, that are answered with 301. */
  readonly redirects: Readonly<Record<string, string>>
  /** The origin of the site, such as `https://router.example`. */
  readonly url: string
  /** The search service's credentials and the name of its index. */
  readonly search: { readonly appId: string; readonly apiKey: string; readonly indexName: string }
  /** Digests of the files in the folder, by name. Some have compressed forms next to them: `.br`, `.gz`. */
  readonly files: Readonly<Record<string, string>>
}

/** A file of the site in the form that is sent. */
export interface SiteFile {
  /** Below the folder: `docs/intro.html`. */
  readonly name: string
  readonly digest: string
  readonly bytes: Uint8Array
  readonly br: Uint8Array | undefined
  readonly gzip: Uint8Array | undefined
}

/** The name of the index, next to `served.json`; see `search/stored.ts`. */
export const SEARCH_INDEX = 'search-index'

export interface Built {
  readonly served: Served
  /** Undefined for a site that an older router has built. */
  readonly searchIndex: Uint8Array | undefined
  readonly files: readonly SiteFile[]
}

type ReadBytes = (path: string) => Promise<Uint8Array | undefined>

/** The text of `served.json`; undefined while there is no complete build in `folder`. */
export const readServed = async (readBytes: ReadBytes, folder: string): Promise<string | undefined> => {
  const bytes = await readBytes(`${folder}/served.json`)
  return bytes && Buffer.from(bytes).toString()
}

/** Reads all files into memory. Throws if one is missing, as while the build is being replaced. */
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
