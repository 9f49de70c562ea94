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
