import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSite } from '../search/site.ts'
import { compressAll } from './compress.ts'
import { redirects } from './links.ts'
import { policyOf } from './policy.ts'
import { fontSheet, pageViews, search, url } from './settings.ts'

/** What whoever serves the built site has to know; `served.json`, beside the folder of the pages. */
export interface Served {
  readonly contentSecurityPolicy: string
  /** Paths, with the base path, that are answered with 301. */
  readonly redirects: Readonly<Record<string, string>>
  /** What the search service asks of its callers, and how its index is called. */
  readonly search: { readonly appId: string; readonly apiKey: string; readonly indexName: string }
}

const BASE = '/pages/'
const folder = process.argv[2] ?? 'dist'
const pages = join(folder, 'pages')
const { appId, apiKey, indexName } = search

// One file for both: the service that searches, and pages on a host without one, which search by themselves.
writeFileSync(join(pages, 'search-records.json'), JSON.stringify(readSite(pages, url + BASE)))
await compressAll(pages)

const served: Served = {
  contentSecurityPolicy: policyOf(pages, { search, pageViews, fontSheet }),
  redirects: Object.fromEntries(redirects.map(({ from, to }) => [BASE + from.slice(1), BASE + to.slice(1)])),
  search: { appId, apiKey, indexName },
}
writeFileSync(join(folder, 'served.json'), `${JSON.stringify(served, null, 2)}\n`)
