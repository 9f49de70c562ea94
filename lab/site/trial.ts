import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fingerprint, isBuiltFrom, NODE } from '../../bin/build.js'
import { waitForLock } from '../../bin/lock.js'
import { ROOT } from '../place.ts'

const SITE = join(ROOT, 'site')
const DOCUSAURUS = join(SITE, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
const run = promisify(execFile)

/** Where the site is built in its other settings (`site/trial`). */
export const TRIAL = join(SITE, 'dist/trial')

/** Builds it, unless that is done already. Nothing without the site's packages: its stories are skipped then. */
export async function buildTrial(): Promise<void> {
  if (!existsSync(DOCUSAURUS)) return
  const lock = await waitForLock(join(ROOT, '.sallyport/trial.lock'), () => {})
  try {
    const stamp = join(TRIAL, '.built-from')
    const now = fingerprint(['site', 'search', 'router/features', 'router/servers/http'])
    if (isBuiltFrom(stamp, now)) return
    rmSync(TRIAL, { recursive: true, force: true })
    mkdirSync(TRIAL, { recursive: true })
    // Parts of two builds at once would be mixed.
    const env = { ...process.env, DOCUSAURUS_GENERATED_FILES_DIR_NAME: '.docusaurus/trial' }
    const options = { cwd: SITE, env }
    const config = 'trial/docusaurus.config.ts'
    await run(NODE, [DOCUSAURUS, 'build', '--config', config, '--out-dir', join(TRIAL, 'pages')], options)
    await run(NODE, ['finish.ts', TRIAL], options)
    writeFileSync(stamp, now)
  } finally {
    lock.release()
  }
}
