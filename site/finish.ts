import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BASE, type Served } from '../router/servers/site/built.ts'
import { readSite } from '../search/site.ts'
import { compressAll } from './compress.ts'
import { redirects } from './links.ts'
import { policyOf } from './policy.ts'
import { rankOf } from './ranks.ts'
import { fontSheet, pageViews, search, url } from './settings.ts'

const folder = process.argv[2] ?? 'dist'
const pages = join(folder, 'pages')
const { appId, apiKey, indexName } = search

// One file for both: the service that searches, and pages on a host without one, which search by themselves.
writeFileSync(join(pages, 'search-records.json'), JSON.stringify(readSite(pages, url + BASE, rankOf)))
await compressAll(pages)

const served: Served = {
  contentSecurityPolicy: policyOf(pages, { search, pageViews, fontSheet }),
  redirects: Object.fromEntries(redirects.map(({ from, to }) => [BASE + from.slice(1), BASE + to.slice(1)])),
  search: { appId, apiKey, indexName },
  files: Object.fromEntries(filesIn(pages).map((name) => [name, digestOf(join(pages, name))])),
}
writeFileSync(join(folder, 'served.json'), `${JSON.stringify(served, null, 2)}\n`)

/** Without the smaller forms, and what the build leaves for other servers' redirects. */
function filesIn(root: string): string[] {
  return globSync('**/*.*', { cwd: root, exclude: ['**/*.br', '**/*.gz'] }).sort()
}

/** As much of it as tells files apart. */
function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)
}
