import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT } from './build.js'

export const SITE = join(ROOT, 'site')
/** What the pages are made of: folders, as `fingerprint` takes them. */
export const PAGE_SOURCES = ['site', 'search', 'router/features', 'router/servers/http', 'router/servers/site']

/**
 * Builds the documentation into `folder`: its pages, and `served.json` beside them. `settings` are variables of the
 * environment, over those that are there (`site/settings.ts`). `place` is a folder of `site` that is a site by itself, with a
 * theme of its own or none. Throws with all that the builder said.
 */
export function makePages(folder, settings = {}, config = 'docusaurus.config.ts', place = '.') {
  const run = (...args) => {
    const { status, stdout, stderr } = spawnSync(NODE, args, {
      cwd: SITE,
      encoding: 'utf8',
      env: { ...process.env, ...settings },
    })
    if (status !== 0) throw new Error(`the documentation cannot be built:\n${stdout}${stderr}`)
  }
  const docusaurus = join(SITE, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
  run(
    '--disable-warning=ExperimentalWarning',
    docusaurus,
    'build',
    place,
    '--config',
    config,
    '--out-dir',
    join(folder, 'pages'),
  )
  run('--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'finish.ts', folder)
}

/** One build at a time: each takes a gigabyte, and all the processors. */
export const BUILD_LOCK = join(ROOT, '.sallyport/site.lock')
