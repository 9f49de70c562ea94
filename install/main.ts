import { join } from 'node:path'
import { NODE, ROOT } from '../bin/build.js'
import { missingPackages } from '../bin/packages.js'
import { confirm, install, Stop, uninstall } from './command.ts'
import { versionHere, writeRelease } from './release.ts'
import { openSystem } from './system.ts'

/** The command `sallyport` of an installed router, and `install` in a checkout. */

const USAGE = `usage: sallyport <command>

  install [--uplink IF] [--lan IF,IF] [--radio IF]      install the router as a service, after showing the plan
          [--virtual] [--option X] [--plan] [--yes]
  confirm                                               keep an installation: otherwise it is undone after five minutes
  uninstall [--purge] [--yes]                           undo it; --purge also removes the saved state
  vpn add|list|remove                                   VPN devices
  users list|add|role|password|remove                   users
`

const isRelease = import.meta.filename.endsWith('.js')

async function main([command = '', ...args]: readonly string[]): Promise<void> {
  const system = openSystem()
  if (command === 'install') {
    const folder = isRelease ? ROOT.replace(/\/$/, '') : join(ROOT, '.sallyport/release')
    const radio = args.some((word) => word.startsWith('--radio')) ? (['radio'] as const) : []
    const packages = missingPackages(['router', 'vpn', ...radio])
    // Only the plan is shown without one.
    if (!isRelease && !args.includes('--plan')) await writeRelease(folder)
    await install(system, { version: versionHere(), folder, packages }, args)
  } else if (command === 'confirm') confirm(system)
  else if (command === 'uninstall') await uninstall(system, args)
  else if (isRelease && (command === 'vpn' || command === 'users'))
    process.execve!(
      NODE,
      [NODE, '--disable-warning=ExperimentalWarning', join(ROOT, 'bin', `${command}.js`), ...args],
      process.env,
    )
  else {
    process.stdout.write(USAGE)
    process.exitCode = ['', 'help', '--help'].includes(command) ? 0 : 1
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(
    `sallyport: ${error instanceof Stop ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exit(1)
})
