import { COMPILE } from '../../bin/daemon.js'
import { outcome } from '../process/program.ts'

const MOST_ATTEMPTS = 6

/**
 * Compiles the daemon for the emulated processor. Otherwise each of the daemon's threads strips the types of its modules
 * by the same WebAssembly module, which crashes Node 26 in QEMU 7.2 within seconds (V8: "Check failed: it->second.Size() > offset").
 * On one thread this is rare, so that a crash is answered by another attempt.
 */
export async function compileDaemon(): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { code, stderr } = await outcome(COMPILE, { timeoutMs: 300_000 })
    if (code === 0) return
    if (attempt === MOST_ATTEMPTS) throw new Error(`the daemon cannot be compiled: ${stderr.slice(0, 1000)}`)
  }
}
