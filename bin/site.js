import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { fingerprint, isBuiltFrom, NODE, NPM_INSTALL, npmIsCurrent, ROOT } from './build.js'
import { waitForLock } from './lock.js'
import { giveUp, say } from './progress.js'

/**
 * A program that makes the documentation, in `site/dist`, when anything that stands in it has changed. Its packages are four
 * times those of everything else: they are a lock file of their own, fetched here, and a router that comes with its pages
 * built needs none of them.
 */
const SITE = join(ROOT, 'site')
const DIST = join(SITE, 'dist')
const STAMP = join(DIST, '.built-from')
const ENOUGH_TO_BUILD = 1.75 * 2 ** 30

/** What the environment says of the site; `site/settings.ts` and `site/links.ts` read it. */
const settings = () =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('SITE_'))
    .sort()
    .join('\n')

function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: SITE, encoding: 'utf8' })
  if (status !== 0) giveUp(`the documentation cannot be built:\n${stdout}${stderr}`)
}

/** Whoever serves it takes `served.json` for the sign that all of it is there. */
function putInPlace(next) {
  const old = join(DIST, 'old')
  rmSync(join(DIST, 'served.json'), { force: true })
  rmSync(old, { recursive: true, force: true })
  if (existsSync(join(DIST, 'pages'))) renameSync(join(DIST, 'pages'), old)
  renameSync(join(next, 'pages'), join(DIST, 'pages'))
  renameSync(join(next, 'served.json'), join(DIST, 'served.json'))
  for (const done of [old, next]) rmSync(done, { recursive: true, force: true })
}

async function build() {
  const now = fingerprint(['site', 'search', 'router/features', 'router/servers/http']) + settings()
  if (isBuiltFrom(STAMP, now)) return
  if (totalmem() < ENOUGH_TO_BUILD)
    return say('going on without the documentation: this machine has too little memory to build it')
  if (!npmIsCurrent(SITE)) {
    say('npm packages for the documentation are being installed (once; about a minute)')
    run('npm', ...NPM_INSTALL)
  }
  say('the documentation is being built (about ten seconds)')
  const next = join(DIST, 'next')
  mkdirSync(next, { recursive: true })
  const docusaurus = join(SITE, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
  run(NODE, '--disable-warning=ExperimentalWarning', docusaurus, 'build', '--out-dir', join(next, 'pages'))
  run(NODE, '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'finish.ts', next)
  putInPlace(next)
  writeFileSync(STAMP, now)
}

const lock = await waitForLock(join(ROOT, '.sallyport/site.lock'), () =>
  say('waiting for another start to finish the documentation'),
)
try {
  await build()
} finally {
  lock.release()
}
