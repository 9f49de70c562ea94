import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { runSealed } from '../process/seal.ts'

/** `npm run agree [-- COUNT [SEED]]`: are the router's answers unbound's, for more questions than the tests have time for? */
const [count = '30000', seed] = process.argv.slice(2)
process.env.QUESTIONS = count
if (seed !== undefined) process.env.SEED = seed
const test = [process.execPath, '--test', join(ROOT, 'lab/scenarios/dns/agreement.all.test.ts')]
process.exit(await runSealed(join(ROOT, 'lab/process/inside.ts'), ['--', ...test]))
