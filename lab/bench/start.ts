import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { runSealed } from '../process/seal.ts'
import { benchRadio } from './radio/start.ts'

const chosen = process.argv.slice(2)

/** Installs the packages of a folder that only these benchmarks need, on first use, at the versions of its lock file. */
function install(folder: string, ...benchmarks: readonly string[]): void {
  const cwd = join(ROOT, folder)
  const isMeasured = chosen.length === 0 || benchmarks.some((name) => chosen.includes(name))
  if (isMeasured && !existsSync(join(cwd, 'node_modules')))
    spawnSync('npm', ['ci', '--loglevel=error'], { cwd, stdio: 'inherit' })
}

// Lighthouse takes 180 MB.
install('lab/lighthouse', 'app', 'site')
install('lab/bench', 'search')

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
