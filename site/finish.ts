import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASE, SEARCH_INDEX, type Served } from '../router/servers/site/built.ts'
import { indexRecords } from '../search/index.ts'
import { readSite } from '../search/site.ts'
import { writeIndex } from '../search/stored.ts'
import { compressAll } from './compress.ts'
import { redirects } from './links.ts'
import { policyOf } from './policy.ts'
import { rankOf } from './ranks.ts'
import { fontSheet, pageViews, search, url } from './settings.ts'

const folder = process.argv[2] ?? 'dist'
const pages = join(folder, 'pages')
const { appId, apiKey, indexName } = search

const records = readSite(pages, url + BASE, rankOf)
writeFileSync(join(folder, SEARCH_INDEX), writeIndex(indexRecords(records)))
// For pages on a host without the service, which search by themselves.
writeFileSync(join(pages, 'search-records.json'), JSON.stringify(records))
await compressAll(pages)

const served: Served = {
  url,
  contentSecurityPolicy: policyOf(pages, { search, pageViews, fontSheet }),
  redirects: Object.fromEntries(redirects.map(({ from, to }) => [BASE + from.slice(1), BASE + to.slice(1)])),
  search: { appId, apiKey, indexName },
  files: Object.fromEntries(filesIn(pages).map((name) => [name, digestOf(join(pages, name))])),
}
writeFileSync(join(folder, 'served.json'), `${JSON.stringify(served, null, 2)}\n`)

/** The built files, without compressed copies and files for other servers' redirects. */
function filesIn(root: string): string[] {
  return globSync('**/*.*', { cwd: root, exclude: ['**/*.br', '**/*.gz'] }).sort()
}

/** A digest to distinguish versions of a file, shortened to 22 characters. */
function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)
}
