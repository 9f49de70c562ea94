import { join } from 'node:path'
import { NODE, ROOT } from './build.js'
import { BUNDLE } from './bundle.js'

/** Where Node keeps the compiled code of the bundle. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/sallyport')

/**
 * For boards with 1 GiB of memory: a small young generation, heaps that are collected after growth of 30 % (V8 lets small ones
 * double; this costs 10 % more at the start and 5 % under load) and then compacted (`--optimize-for-size`, 7 % more at the start).
 */
export const V8_FLAGS = ['--max-semi-space-size=2', '--heap-growing-percent=30', '--optimize-for-size']

/** The router daemon. */
export const DAEMON = process.env.SALLYPORT_FROM_SOURCE ? join(ROOT, 'router/main.ts') : join(BUNDLE, 'main.js')

/**
 * The environment of the router daemon: an allocator that returns the memory of password checks. One thread of the pool always waits
 * (for frames and the kernel's notifications), which leaves the usual four for other work.
 */
export const DAEMON_ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '5',
}

/** Node's flags for the router daemon. Errors show positions in the sources. */
export const DAEMON_FLAGS = ['--enable-source-maps', ...V8_FLAGS]

/** The command line that compiles the bundle into its cache. V8 uses code from the cache only on the same processor and with the same flags. */
export const COMPILE = [
  'env',
  `NODE_COMPILE_CACHE=${COMPILE_CACHE}`,
  NODE,
  ...DAEMON_FLAGS,
  join(ROOT, 'bin/compile.js'),
]

/**
 * The command line of the router daemon, from its bundle, with a compile cache, which saves a fifth of the time to load it. With
 * `SALLYPORT_FROM_SOURCE` in the environment, it runs from its source.
 *
 * @param {readonly string[]} args
 * @param {string} program a program that opens the daemon
 */
export const daemonCommand = (args, program = DAEMON) => [
  'env',
  ...Object.entries(DAEMON_ENVIRONMENT).map(([name, value]) => `${name}=${value}`),
  `NODE_COMPILE_CACHE=${COMPILE_CACHE}`,
  NODE,
  ...DAEMON_FLAGS,
  program,
  'run',
  ...args,
]
