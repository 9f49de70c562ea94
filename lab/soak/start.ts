import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from '../process/place.ts'
import { runSealed } from '../process/seal.ts'
import { readOptions } from './options.ts'

const USAGE = `usage: npm run soak [-- --hours N] [--devices N] [--seed N] [--rest SECONDS] [--to FOLDER]

  Runs the router for 24 hours with 200 devices that join, leave, query names and send packets, and four owners who change
  settings. It fails if memory, open files or items in the kernel grow, if fewer than 95 % of the requests are answered, if a
  change is lost, or if the kernel is not as the saved state describes it.

  --rest   afterwards, measure what the router takes while nothing happens; rounded up to the five minutes between writes of histories
  --to     a folder for the samples and the curve of the memory, .sallyport/soak by default
`

const { help, to, ...numbers } = readOptions()
const wrong = Object.entries(numbers).find(([, text]) => !(Number(text) >= 0) || text === '')
if (help || wrong) {
  process.stdout.write(wrong ? `--${wrong[0]} ${wrong[1]} is no number\n\n${USAGE}` : USAGE)
  process.exit(wrong ? 1 : 0)
}
mkdirSync(resolve(to), { recursive: true })
const args = Object.entries({ ...numbers, to: resolve(to) }).map(([name, value]) => `--${name}=${value}`)
process.exit(await runSealed(join(ROOT, 'lab/soak/run.ts'), args))
