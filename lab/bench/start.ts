import { join } from 'node:path'
import { ROOT } from '../place.ts'
import { findSeal, startSealed } from '../seal.ts'

/** `npm run bench [name …]`: measure inside a sealed process tree, where nothing is left behind. */
const child = startSealed(findSeal(), join(ROOT, 'lab/bench/measure.ts'), process.argv.slice(2))
child.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.disconnect())
process.on('disconnect', () => child.disconnect())
