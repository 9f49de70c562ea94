import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { findSeal, startSealed } from '../process/seal.ts'

const chosen = process.argv.slice(2)

/** Lighthouse takes 180 MB: it is fetched when it is measured with, at the versions of its lock file. */
const lighthouse = join(ROOT, 'lab/lighthouse')
const isMeasured = chosen.length === 0 || chosen.includes('app') || chosen.includes('site')
if (isMeasured && !existsSync(join(lighthouse, 'node_modules')))
  spawnSync('npm', ['ci', '--loglevel=error'], { cwd: lighthouse, stdio: 'inherit' })

/** `npm run bench [name …]`: measure inside a sealed process tree, where nothing is left behind. */
const child = startSealed(findSeal(), join(ROOT, 'lab/bench/measure.ts'), chosen)
child.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.disconnect())
process.on('disconnect', () => child.disconnect())
