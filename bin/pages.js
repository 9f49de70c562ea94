import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { NODE, ROOT } from './build.js'

export const SITE = join(ROOT, 'site')
/** The folders with the sources of the pages, for `fingerprint`. */
export const PAGE_SOURCES = [
  'site',
  'search',
  'router/model',
  'router/values',
  'router/wire',
  'router/events',
  'router/servers/http',
  'router/servers/site',
]

/**
 * Builds the documentation into `folder`: its pages and `served.json`. `settings` override environment variables
 * (`site/settings.ts`). `place` is a folder of `site` that contains a separate site, with its own theme or none. Throws an error
 * with the output of the builder.
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

/** Permits one build at a time: each needs a gigabyte of memory and all processors. */
export const BUILD_LOCK = join(ROOT, '.sallyport/site.lock')
