import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { runSealed } from '../process/seal.ts'

/** `npm run kills [-- COUNT [SEED]]`: cut the router's power again and again, in a home that nothing is left of. */
process.exit(await runSealed(join(ROOT, 'lab/safety/kills.ts'), process.argv.slice(2)))
