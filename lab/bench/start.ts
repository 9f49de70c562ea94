import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { runSealed } from '../process/seal.ts'
import { benchRadio } from './radio/start.ts'

const chosen = process.argv.slice(2)

/** Lighthouse takes 180 MB, so it is installed on first use, at the versions of its lock file. */
const lighthouse = join(ROOT, 'lab/lighthouse')
const isMeasured = chosen.length === 0 || chosen.includes('app') || chosen.includes('site')
if (isMeasured && !existsSync(join(lighthouse, 'node_modules')))
  spawnSync('npm', ['ci', '--loglevel=error'], { cwd: lighthouse, stdio: 'inherit' })

/** Measures inside a sealed process tree, which leaves no processes behind. Returns the exit status. */
const benchHere = (names: readonly string[]): Promise<number> => runSealed(join(ROOT, 'lab/bench/measure.ts'), names)

/** `npm run bench [name …]`. The part `radio` takes a quarter of an hour in a virtual machine, and runs only if it is named. */
const here = chosen.filter((name) => name !== 'radio')
const isWhole = chosen.length === 0
const results = [
  isWhole || here.length > 0 ? await benchHere(here) : 0,
  here.length < chosen.length ? await benchRadio() : 0,
]
process.exit(results.find((code) => code !== 0) ?? 0)
