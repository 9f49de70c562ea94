import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, isBuiltFrom } from '../../bin/build.js'
import { waitForLock } from '../../bin/lock.js'
import { BUILD_LOCK, makePages, PAGE_SOURCES, SITE } from '../../bin/pages.js'
import { ROOT } from '../process/place.ts'
import { writeContent } from './generated/write.ts'

interface Variant {
  /** Variables of the environment, as `site/settings.ts` reads them. */
  readonly settings: Readonly<Record<string, string>>
  /** Whether its pages are generated ones. */
  readonly isGenerated: boolean
  /** A configuration instead of the site's own. */
  readonly config?: string
  /** A folder of `site` with its own theme, or none. */
  readonly place?: string
}

/** The search hosts of a generated build, in order. Tests map these names to local servers. */
export const SEARCH_HOSTS = ['slow', 'dead', 'refusing', 'fine'].map((name) => `http://${name}.search.test`)

/** Other builds of the site, for tests. Each takes about ten seconds. */
const VARIANTS = {
  /** Many generated pages, with a search service of several hosts. */
  generated: { isGenerated: true, settings: { SITE_SEARCH_HOSTS: SEARCH_HOSTS.join(',') } },
  /** The site for a static host, with other settings, and pages that fail. */
  trial: { isGenerated: false, settings: { SITE_SEARCH: 'static' }, config: 'trial/docusaurus.config.ts' },
  /** The site's texts in the unchanged theme, for benchmarks. */
  stock: { isGenerated: false, settings: {}, place: 'stock' },
  /** Searched by the provider whose protocol the search speaks. */
  hosted: {
    isGenerated: false,
    settings: {
      SITE_SEARCH_APP_ID: 'STUB',
      SITE_SEARCH_API_KEY: 'public-key',
      SITE_SEARCH_INDEX: 'pages',
      SITE_INSIGHTS_SCRIPT: 'https://scripts.test/insights.js',
    },
  },
} satisfies Record<string, Variant>

/** The reason why a build is impossible, or undefined. */
export const whyNoVariant = (): string | undefined =>
  existsSync(join(SITE, 'dist/served.json')) ? undefined : 'the site has not been built'

/**
 * Builds the site in another way, by the same configuration; gives the folder to serve. It is kept outside of the repository,
 * and rebuilt when its sources have changed.
 */
export async function buildVariant(name: keyof typeof VARIANTS): Promise<string> {
  const folder = join(ROOT, '.sallyport/site', name)
  if (whyNoVariant()) return folder
  const { settings, isGenerated, config, place }: Variant = VARIANTS[name]
  const stamp = join(folder, '.built-from')
  const now =
    fingerprint([...PAGE_SOURCES, 'lab/site/generated']) + JSON.stringify({ settings, isGenerated, config, place })
  const lock = await waitForLock(BUILD_LOCK, () => {})
  try {
    if (isBuiltFrom(stamp, now)) return folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    // The builder's generated files are not ES modules.
    writeFileSync(join(folder, 'package.json'), '{}')
    const content = join(folder, 'content')
    if (isGenerated) writeContent(content)
    const environment = {
      // Beside the site's own, which they would push out.
      DOCUSAURUS_GENERATED_FILES_DIR_NAME: join(folder, 'work'),
      DOCUSAURUS_NO_PERSISTENT_CACHE: 'true',
      ...(isGenerated ? { SITE_CONTENT: content } : {}),
      ...settings,
    }
    makePages(folder, environment, config, place)
    writeFileSync(stamp, now)
    return folder
  } finally {
    lock.release()
  }
}
