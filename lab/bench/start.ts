import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { findSeal, startSealed } from '../process/seal.ts'

const chosen = process.argv.slice(2)

/** Lighthouse takes 180 MB, so it is installed on first use, at the versions of its lock file. */
const lighthouse = join(ROOT, 'lab/lighthouse')
const isMeasured = chosen.length === 0 || chosen.includes('app') || chosen.includes('site')
if (isMeasured && !existsSync(join(lighthouse, 'node_modules')))
  spawnSync('npm', ['ci', '--loglevel=error'], { cwd: lighthouse, stdio: 'inherit' })

/** `npm run bench [name …]`: measures inside a sealed process tree, which leaves no processes behind. */
const child = startSealed(findSeal(), join(ROOT, 'lab/bench/measure.ts'), chosen)
child.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.disconnect())
process.on('disconnect', () => child.disconnect())
