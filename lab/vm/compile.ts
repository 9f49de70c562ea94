import { COMPILE } from '../../bin/daemon.js'
import { run } from '../process/program.ts'

/**
 * Compiles the daemon for the emulated processor, on one thread. Otherwise each of the daemon's threads strips the types of its own modules
 * by the same WebAssembly module, which crashes Node 26 in QEMU 7.2 within seconds (V8: "Check failed: it->second.Size() > offset").
 */
export async function compileDaemon(): Promise<void> {
  await run(COMPILE, { timeoutMs: 300_000 })
}
