import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { runInGuest, SLOWNESS } from './boot.ts'
import { fetchParts, variablesOf } from './parts.ts'

/**
 * Compile WebAssembly, which strips the types of modules, on the thread that runs it, and only once. With `--single-threaded` alone, V8
 * optimizes it on another thread, which redirects calls to the new code: with two processors, QEMU 7.2 at times still runs the old code,
 * and Node 26 ends when that has been freed ("Check failed: it->second.Size() > offset"). Of starts that provoke it, taken by turns, 16 of
 * 27 ended so, and with the second option none of 27.
 */
const ONE_THREAD = ['--single-threaded', '--no-wasm-dynamic-tiering']

interface Options {
  readonly timeoutMs: number
  /** More of its environment. */
  readonly variables?: Readonly<Record<string, string>>
}

/**
 * Runs Node with these arguments in a virtual machine that sees this checkout, and prints its output. Returns the exit status; 1 if it
 * did not end in time. Throws `Unavailable` when there can be no virtual machine here.
 */
export async function runNodeInGuest(args: readonly string[], { timeoutMs, variables = {} }: Options): Promise<number> {
  const parts = fetchParts()
  const more = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const status = await runInGuest({
    ...parts,
    command: [
      ...['/usr/bin/env', '-C', ROOT, ...variablesOf(parts), ...SLOWNESS.tcg, ...more],
      ...[process.execPath, ...ONE_THREAD, join(ROOT, 'lab/vm/inside.ts'), '--'],
      ...[process.execPath, ...ONE_THREAD, ...args],
    ],
    hasTwo: true,
    timeoutMs,
    onLine: (line) => console.log(line),
  })
  if (status === undefined) console.log(`the virtual machine did not come to an end within ${timeoutMs / 1000} s`)
  return status ?? 1
}
