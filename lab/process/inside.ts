import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { run } from './program.ts'

/** Prepares a sealed process: mounts its own /run, and exits when the channel to its starter closes. */
export async function settleInside(onOrphaned: () => void = () => process.exit(1)): Promise<void> {
  process.on('disconnect', onOrphaned)
  if (!process.connected) onOrphaned()
  await settle()
}

/** Settings that homes need in their own namespaces. */
export async function settle(): Promise<void> {
  await run(['mount', '-t', 'tmpfs', '-o', 'mode=755', 'run', '/run'])
  mkdirSync('/run/etc')
  await run(['mount', '--bind', '/etc', '/run/etc'])
  await run(['ip', 'link', 'set', 'lo', 'up'])
}

/** Runs a command, and exits with its status. */
export function goOn([command = '', ...args]: readonly string[]): void {
  spawn(command, args, { stdio: 'inherit' }).on('exit', (code, signal) => {
    if (signal) console.error(`${command} was ended by ${signal}`)
    process.exit(code ?? 1)
  })
}

/** As the main module, runs the command after `--`, and exits with its status. */
if (import.meta.main) {
  await settleInside()
  goOn(process.argv.slice(process.argv.indexOf('--') + 1))
}
