/**
 * Loads every module of the daemon and of superd, so that its compile cache is complete: a start that has to strip types keeps the compiler
 * for that in memory, 20 MiB. Run with `NODE_COMPILE_CACHE` set.
 */
import '../router/main.ts'
import '../router/superd/main.ts'

// These modules throw in the main thread, after they were compiled.
for (const worker of ['../router/servers/dns/worker.ts', '../router/store/events/worker.ts'])
  await import(worker).catch(() => {})
