import { join } from 'node:path'
import { ROOT } from '../process/place.ts'
import { runInGuest, SLOWNESS } from './boot.ts'
import { fetchParts, variablesOf } from './parts.ts'

/**
 * No threads that compile WebAssembly, which strips the types of modules: with them, Node 26 crashes at times in QEMU 7.2 (V8: "Check
 * failed: it->second.Size() > offset").
 */
const ONE_THREAD = '--single-threaded'

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
      ...[process.execPath, ONE_THREAD, join(ROOT, 'lab/vm/inside.ts'), '--', process.execPath, ONE_THREAD, ...args],
    ],
    hasTwo: true,
    timeoutMs,
    onLine: (line) => console.log(line),
  })
  if (status === undefined) console.log(`the virtual machine did not come to an end within ${timeoutMs / 1000} s`)
  return status ?? 1
}
