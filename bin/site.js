import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { fingerprint, isBuiltFrom, NPM_INSTALL, npmIsCurrent } from './build.js'
import { waitForLock } from './lock.js'
import { BUILD_LOCK, makePages, PAGE_SOURCES, SITE } from './pages.js'
import { giveUp, say } from './progress.js'

/**
 * Builds the documentation in `site/dist` when its sources have changed. Its packages are four
 * times those of everything else, so they have a separate lock file and are installed here; a router with built pages does not
 * need them.
 */
const DIST = join(SITE, 'dist')
const STAMP = join(DIST, '.built-from')
const ENOUGH_TO_BUILD = 1.75 * 2 ** 30

/** The site's settings in the environment, which `site/settings.ts` and `site/links.ts` read. */
const settings = () =>
  Object.entries(process.env)
    .filter(([name]) => name.startsWith('SITE_'))
    .sort()
    .join('\n')

function installPackages() {
  const { status, stdout, stderr } = spawnSync('npm', NPM_INSTALL, { cwd: SITE, encoding: 'utf8' })
  if (status !== 0) giveUp(`npm packages for the documentation cannot be installed:\n${stdout}${stderr}`)
}

/** Moves a build to its place. `served.json` comes last: its presence means that the build is complete. */
function putInPlace(next) {
  const old = join(DIST, 'old')
  rmSync(join(DIST, 'served.json'), { force: true })
  rmSync(old, { recursive: true, force: true })
  if (existsSync(join(DIST, 'pages'))) renameSync(join(DIST, 'pages'), old)
  renameSync(join(next, 'pages'), join(DIST, 'pages'))
  renameSync(join(next, 'search-index'), join(DIST, 'search-index'))
  renameSync(join(next, 'served.json'), join(DIST, 'served.json'))
  for (const done of [old, next]) rmSync(done, { recursive: true, force: true })
}

async function build() {
  const now = fingerprint(PAGE_SOURCES) + settings()
  if (isBuiltFrom(STAMP, now)) return
  if (totalmem() < ENOUGH_TO_BUILD)
    return say('continuing without the documentation: this machine has too little memory to build it')
  if (!npmIsCurrent(SITE)) {
    say('installing npm packages for the documentation (once; about a minute)')
    installPackages()
  }
  say('building the documentation (about 10 seconds)')
  const next = join(DIST, 'next')
  mkdirSync(next, { recursive: true })
  try {
    makePages(next)
  } catch ({ message }) {
    giveUp(message)
  }
  putInPlace(next)
  writeFileSync(STAMP, now)
}

const lock = await waitForLock(BUILD_LOCK, () => say('waiting for another start to finish the documentation'))
try {
  await build()
} finally {
  lock.release()
}
