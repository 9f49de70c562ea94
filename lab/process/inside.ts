import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { run } from './program.ts'

/** The first thing a sealed process does: a /run of its own, and to end when whoever started it is gone. */
export async function settleInside(onOrphaned: () => void = () => process.exit(1)): Promise<void> {
  process.on('disconnect', onOrphaned)
  if (!process.connected) onOrphaned()
  await settle()
}

/** What homes count on, in namespaces that are nobody else's. */
export async function settle(): Promise<void> {
  await run(['mount', '-t', 'tmpfs', '-o', 'mode=755', 'run', '/run'])
  mkdirSync('/run/etc')
  await run(['mount', '--bind', '/etc', '/run/etc'])
  await run(['ip', 'link', 'set', 'lo', 'up'])
}

/** Run a command, and end as it does. */
export function goOn([command = '', ...args]: readonly string[]): void {
  spawn(command, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))
}

/** Started by itself, it runs the command after `--` in there, and ends as that one does. */
if (import.meta.main) {
  await settleInside()
  goOn(process.argv.slice(process.argv.indexOf('--') + 1))
}
