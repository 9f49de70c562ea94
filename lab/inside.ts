import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { run } from './program.ts'

/** The first thing a sealed process does: a /run of its own, and to end when whoever started it is gone. */
export async function settleInside(onOrphaned: () => void = () => process.exit(1)): Promise<void> {
  process.on('disconnect', onOrphaned)
  if (!process.connected) onOrphaned()
  await run(['mount', '-t', 'tmpfs', '-o', 'mode=755', 'run', '/run'])
  mkdirSync('/run/etc')
  await run(['mount', '--bind', '/etc', '/run/etc'])
  await run(['ip', 'link', 'set', 'lo', 'up'])
}

/** Started by itself, it runs the command after `--` in there, and ends as that one does. */
if (import.meta.main) {
  await settleInside()
  const [command = '', ...args] = process.argv.slice(process.argv.indexOf('--') + 1)
  spawn(command, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1))
}
