import { join } from 'node:path'
import { NODE, ROOT } from './prepare.js'

/**
 * The command line that runs the router daemon. It is meant to live on a board with 1 GiB: so a small nursery for young
 * objects,  the stripped TypeScript from a cache instead of a compiler in memory.
 *
 * @param {readonly string[]} args
 */
export const daemonCommand = (args) => [
  'env',
  'MALLOC_ARENA_MAX=2',
  'MALLOC_TRIM_THRESHOLD_=131072',
  `NODE_COMPILE_CACHE=${join(ROOT, 'node_modules/.cache/sallyport')}`,
  NODE,
  '--max-semi-space-size=2',
  join(ROOT, 'router/main.ts'),
  'run',
  ...args,
]
