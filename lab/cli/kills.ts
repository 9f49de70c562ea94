import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { findSeal, startSealed } from '../process/seal.ts'

/** `npm run kills [-- COUNT [SEED]]`: cut the router's power again and again, in a home that nothing is left of. */
const child = startSealed(findSeal(), join(ROOT, 'lab/safety/kills.ts'), process.argv.slice(2))
child.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.disconnect())
process.on('disconnect', () => child.disconnect())
