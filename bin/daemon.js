import { join } from 'node:path'
import { NODE, ROOT } from './build.js'

/** Where Node keeps the daemon's modules, stripped of types and compiled. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/sallyport')

/**
 * The command line that runs the router daemon. It is meant for a board with 1 GiB of memory: so it gets a small nursery
 * for young objects, heaps that are collected when they have grown by 30 % (V8 lets small ones double; this costs a tenth
 * more at the start and a twentieth under load), an allocator that returns what checking a password took, and its
 * TypeScript, stripped of types, from a cache: otherwise the compiler for it stays in memory. Three threads of its pool
 * wait all the time (for DHCP, multicast, and the kernel's notifications); that leaves the usual four for the rest.
 *
 * @param {readonly string[]} args
 */
export const daemonCommand = (args) => [
  'env',
  'MALLOC_ARENA_MAX=2',
  'MALLOC_TRIM_THRESHOLD_=131072',
  'UV_THREADPOOL_SIZE=7',
  `NODE_COMPILE_CACHE=${COMPILE_CACHE}`,
  NODE,
  '--max-semi-space-size=2',
  '--heap-growing-percent=30',
  join(ROOT, 'router/main.ts'),
  'run',
  ...args,
]
