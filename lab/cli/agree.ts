import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { findSeal, startSealed } from '../process/seal.ts'

/** `npm run agree [-- COUNT [SEED]]`: are the router's answers unbound's, for more questions than the tests have time for? */
const [count = '30000', seed] = process.argv.slice(2)
process.env.QUESTIONS = count
if (seed !== undefined) process.env.SEED = seed
const test = [process.execPath, '--test', join(ROOT, 'lab/scenarios/dns/agreement.all.test.ts')]
const child = startSealed(findSeal(), join(ROOT, 'lab/process/inside.ts'), ['--', ...test])
child.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.disconnect())
process.on('disconnect', () => child.disconnect())
