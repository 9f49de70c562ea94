/**
 * Loads the bundle of the router, so that its compile cache is complete before the first start. Run with `NODE_COMPILE_CACHE` set.
 */
import { join } from 'node:path'
import { BUNDLE, PROGRAMS } from './bundle.js'

for (const program of PROGRAMS) await import(join(BUNDLE, program)).catch(() => {}) // Threads throw in the main thread.
