import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readSite } from '../search/site.ts'
import { redirects } from './links.ts'
import { policyOf } from './policy.ts'
import { fontSheet, pageViews, search, url } from './settings.ts'

/** What whoever serves the built site has to know; `dist/served.json`. */
export interface Served {
  readonly contentSecurityPolicy: string
  /** Paths, with the base path, that are answered with 301. */
  readonly redirects: Readonly<Record<string, string>>
  /** What the search service asks of its callers, and how its index is called. */
  readonly search: { readonly appId: string; readonly apiKey: string; readonly indexName: string }
}

const BASE = '/pages/'
const pages = fileURLToPath(new URL('./dist/pages', import.meta.url))
const { appId, apiKey, indexName } = search

const served: Served = {
  contentSecurityPolicy: policyOf(pages, { search, pageViews, fontSheet }),
  redirects: Object.fromEntries(redirects.map(({ from, to }) => [BASE + from.slice(1), BASE + to.slice(1)])),
  search: { appId, apiKey, indexName },
}
writeFileSync(new URL('./dist/served.json', import.meta.url), `${JSON.stringify(served, null, 2)}\n`)

// One file for both: the service that searches, and pages on a host without one, which search by themselves.
writeFileSync(`${pages}/search-records.json`, JSON.stringify(readSite(pages, url + BASE)))
