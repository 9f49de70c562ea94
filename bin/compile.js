/**
 * Loads every module of the daemon, so that its compile cache is complete: a start that has to strip types keeps the compiler
 * for that in memory, 20 MiB. Run with `NODE_COMPILE_CACHE` set.
 */
import '../router/main.ts'

// This module throws in the main thread, after it was compiled.
await import('../router/servers/dns/worker.ts').catch(() => {})
