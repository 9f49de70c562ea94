import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadContext, Plugin } from '@docusaurus/types'
import { fontSheet, pageViews, type SearchSettings } from '../../settings.ts'

/** What whoever serves the built site has to know, beside it in `dist/served.json`. */
export interface Served {
  readonly contentSecurityPolicy: string
  /** Clean paths, with the base path, that are answered with 301. */
  readonly redirects: Readonly<Record<string, string>>
}

interface Options {
  readonly redirects: readonly { readonly from: string; readonly to: string }[]
}

export default function policyPlugin({ baseUrl, siteDir, siteConfig }: LoadContext, { redirects }: Options): Plugin {
  return {
    name: 'policy',
    async postBuild({ outDir }) {
      const served: Served = {
        contentSecurityPolicy: policy(scriptsIn(outDir), siteConfig.themeConfig.search as SearchSettings),
        redirects: Object.fromEntries(
          redirects.map(({ from, to }) => [`${baseUrl}${from.slice(1)}`, `${baseUrl}${to.slice(1)}`]),
        ),
      }
      await writeFile(join(siteDir, 'dist/served.json'), `${JSON.stringify(served, null, 2)}\n`)
    },
  }
}

const SCRIPT = /<script(?<attributes>[^>]*)>(?<code>[\s\S]*?)<\/script>/g

/** The digests of all scripts that stand in pages. */
function scriptsIn(outDir: string): string[] {
  const digests = new Set<string>()
  for (const file of globSync('**/*.html', { cwd: outDir }))
    for (const { groups } of readFileSync(join(outDir, file), 'utf8').matchAll(SCRIPT)) {
      const { attributes = '', code = '' } = groups ?? {}
      const isData = /\btype="?application\//.test(attributes)
      if (code !== '' && !isData && !/\bsrc=/.test(attributes))
        digests.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    }
  return [...digests].sort()
}

const originOf = (place: string | undefined): string[] => (place ? [new URL(place).origin] : [])

function policy(scripts: readonly string[], search: SearchSettings): string {
  const provider = search.isHosted
    ? ['https://*.algolia.net', 'https://*.algolianet.com', 'https://insights.algolia.io']
    : []
  const asked = [
    ...search.hosts.flatMap(originOf),
    ...provider,
    ...originOf(pageViews?.startsWith('/') ? '' : pageViews),
  ]
  const fonts = originOf(fontSheet)
  return [
    "default-src 'self'",
    "base-uri 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ['script-src', "'self'", ...originOf(search.insightsScript), ...scripts].join(' '),
    // Code in colours has its colours in attributes.
    ['style-src', "'self'", "'unsafe-inline'", ...fonts].join(' '),
    "img-src 'self' data:",
    ['font-src', "'self'", ...fonts].join(' '),
    ['connect-src', "'self'", ...new Set(asked)].join(' '),
  ].join('; ')
}
