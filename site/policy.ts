import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchSettings } from './settings.ts'

interface Places {
  readonly search: SearchSettings
  readonly pageViews: string | undefined
  readonly fontSheet: string | undefined
}

/** The content security policy of a built site: its own files, inline scripts by hash, and the hosts in its settings. */
export function policyOf(folder: string, { search, pageViews, fontSheet }: Places): string {
  const provider = search.isHosted
    ? ['https://*.algolia.net', 'https://*.algolianet.com', 'https://insights.algolia.io']
    : []
  const asked = [...search.hosts.flatMap(originOf), ...provider, ...originOf(pageViews)]
  const fonts = originOf(fontSheet)
  return [
    "default-src 'self'",
    "base-uri 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ['script-src', "'self'", ...originOf(search.insightsScript), ...scriptsIn(folder)].join(' '),
    // Code in colours has its colours in attributes.
    ['style-src', "'self'", "'unsafe-inline'", ...fonts].join(' '),
    "img-src 'self' data:",
    ['font-src', "'self'", ...fonts].join(' '),
    ['connect-src', "'self'", ...new Set(asked)].join(' '),
  ].join('; ')
}

/** None of a path of our own. */
const originOf = (place: string | undefined): string[] =>
  place === undefined || place.startsWith('/') ? [] : [new URL(place).origin]

const SCRIPT = /<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g

/** The hashes of all inline scripts. */
function scriptsIn(folder: string): string[] {
  const digests = new Set<string>()
  for (const file of globSync('**/*.html', { cwd: folder }))
    for (const { groups } of readFileSync(join(folder, file), 'utf8').matchAll(SCRIPT)) {
      const { attributes = '', code = '' } = groups ?? {}
      const isData = /\btype="?application\//.test(attributes)
      if (code !== '' && !isData && !/\bsrc=/.test(attributes))
        digests.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    }
  return [...digests].sort()
}
