import { join } from 'node:path'
import { NODE, ROOT } from '../bin/build.js'
import { takeLock, waitForLock } from '../bin/lock.js'
import { missingPackages, missingPrograms } from '../bin/packages.js'
import { confirm, install, uninstall } from './command.ts'
import { Stop } from './conversation.ts'
import { updateFromPackage } from './deb/update.ts'
import { LOCK, PACKAGED } from './places.ts'
import type { Choices, Release } from './plan.ts'
import { versionHere, writeRelease } from './release.ts'
import { openSystem, type System } from './system.ts'
import { endTrial, update } from './update/command.ts'
import { offers } from './update/offers.ts'
import { USAGE } from './usage.ts'

/** The command `sallyport` of an installed router, and `install` in a checkout. */

const isRelease = import.meta.filename.endsWith('.js')

/** Programs that a router needs for its automations and for dynamic DNS. */
const IN_SANDBOX = ['bwrap', 'ddclient']

/** The release of this folder: an installed one, or of a checkout, which is written first. */
async function releaseHere({ radios }: Choices, isPlan: boolean): Promise<Release> {
  const folder = isRelease ? ROOT.replace(/\/$/, '') : join(ROOT, '.sallyport/release')
  if (!isRelease && !isPlan) await writeRelease(folder)
  // The Debian package has its dependencies, and suggests the others: it can be installed without the internet.
  const sandboxed =
    folder === PACKAGED ? [] : missingPrograms(['extra']).filter(({ program }) => IN_SANDBOX.includes(program))
  const packages = [
    ...missingPackages(['router', 'vpn', ...(radios.length > 0 ? (['radio'] as const) : [])]),
    ...sandboxed.flatMap((need) => need.package.split(' ')),
  ]
  return { version: versionHere(), folder, packages }
}

/** Those that change the installation: one at a time. */
const COMMANDS: Readonly<Record<string, (system: System, args: readonly string[]) => void | Promise<void>>> = {
  install: (system, args) => install(system, args, releaseHere),
  confirm,
  uninstall,
  update: (system, args) => (args.includes('--package') ? updateFromPackage(system, args) : update(system, args)),
  'roll-back': endTrial,
}

/** Commands that systemd starts: they wait for another one to end. */
const isUnattended = (args: readonly string[]): boolean =>
  ['--unconfirmed', '--at-boot', '--overdue'].some((flag) => args.includes(flag))

async function runLocked(command: string, args: readonly string[]): Promise<void> {
  const run = () => COMMANDS[command]!(openSystem(), args)
  // Without root, no command changes anything: it says so, or shows a plan.
  if (process.getuid?.() !== 0) return await run()
  const lock = isUnattended(args) ? await waitForLock(LOCK, () => undefined) : takeLock(LOCK)
  if (!lock.taken) throw new Stop('another sallyport command is changing the installation; try again when it has ended')
  try {
    await run()
  } finally {
    lock.release()
  }
}

async function main([command = '', ...args]: readonly string[]): Promise<void> {
  if (Object.hasOwn(COMMANDS, command)) await runLocked(command, args)
  else if (command === 'offers') await offers(openSystem(), args)
  else if (isRelease && (command === 'vpn' || command === 'users')) {
    const program = [NODE, '--disable-warning=ExperimentalWarning', join(ROOT, 'bin', `${command}.js`)]
    process.execve!(NODE, [...program, ...args], process.env)
  } else {
    process.stdout.write(USAGE)
    process.exitCode = ['', 'help', '--help'].includes(command) ? 0 : 1
  }
}

/** The message of what a person can repair; otherwise where it happened, too. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as NodeJS.ErrnoException
  return error instanceof Stop || code.startsWith('ERR_PARSE_ARGS') ? error.message : (error.stack ?? error.message)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`sallyport: ${wordsOf(error)}\n`)
  process.exit(1)
})
