import { parseArgs } from 'node:util'
import { staticAddressOf } from './addresses.ts'
import { agrees, print, Stop } from './conversation.ts'
import { applySteps, isInstalled, revertSteps, StepFailed } from './journal.ts'
import { findConflict, findLinks, findManagers } from './managers.ts'
import { CONFIRM_MINUTES, DATA, UNITS } from './places.ts'
import { type Choices, planInstallation, type Release } from './plan.ts'
import { isApplied, showStep } from './steps.ts'
import type { System } from './system.ts'
import { undoUnits } from './units.ts'
import { rollBack, trialOf } from './update/trial.ts'

const list = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? []

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      uplink: { type: 'string' },
      lan: { type: 'string' },
      radio: { type: 'string' },
      dhcp: { type: 'boolean', default: false },
      virtual: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      plan: { type: 'boolean', default: false },
    },
  })
  // What follows `--`.
  return { ...values, options: positionals }
}

/** The links that were named, and the others of this machine by what they can be. Radios are used only if they are named. */
function chooseLinks(system: System, args: ReturnType<typeof readArguments>): Choices {
  const found = findLinks(system)
  const uplinks = args.uplink === undefined ? (found.uplink === undefined ? [] : [found.uplink]) : list(args.uplink)
  if (uplinks.length === 0) throw new Stop('no link has a default route: name the link of your provider with --uplink')
  const radios = args.virtual ? [] : list(args.radio)
  const ports = args.virtual ? [] : args.lan === undefined ? found.ports : list(args.lan)
  const chosen = { uplinks, radios, ports: ports.filter((link) => !uplinks.includes(link)) }
  const absent = [...uplinks, ...chosen.ports, ...radios].filter(
    (link) => system.entry(`/sys/class/net/${link}`).kind === 'absent',
  )
  if (absent.length > 0) throw new Stop(`this machine has no link ${absent.join(', ')}; "ip -br link" lists them`)
  if (!args.virtual && chosen.ports.length + radios.length === 0)
    throw new Stop(
      'no link is left for the household: name one with --lan, or use --virtual for a router that is reached by VPN only',
    )
  const addresses = args.dhcp ? [] : uplinks.flatMap((link) => staticAddressOf(system, link) ?? [])
  return { ...chosen, addresses, isVirtual: args.virtual, options: args.options }
}

/** Throws `Stop` with the reason if Sallyport cannot be installed here. */
function demandRoom(system: System, isPlan: boolean): void {
  if (system.entry('/run/systemd/system').kind === 'absent')
    throw new Stop('the installer needs systemd, which does not run here')
  if (!isPlan && process.getuid?.() !== 0) throw new Stop('an installation needs root: run the command with sudo')
  if (process.getuid?.() === 0 && isInstalled(system))
    throw new Stop('Sallyport is installed here; "sallyport uninstall" removes it')
  const conflict = findConflict(system)
  if (conflict !== undefined) throw new Stop(conflict)
}

/**
 * Shows the plan, asks, and carries it out. `release` returns what is installed for these choices. Throws `Stop` with the reason if
 * nothing was changed, or everything has been undone.
 */
export async function install(
  system: System,
  args: readonly string[],
  release: (choices: Choices, isPlan: boolean) => Promise<Release>,
): Promise<void> {
  const given = readArguments(args)
  demandRoom(system, given.plan)
  const choices = chooseLinks(system, given)
  const { version, ...rest } = await release(choices, given.plan)
  const steps = planInstallation(system, { version, ...rest }, choices)
  showPlan(system, version, choices, steps.filter(isApplied).map(showStep))
  if (given.plan) return
  if (!given.yes && !(await agrees('Continue?'))) throw new Stop('nothing was changed')

  try {
    applySteps(system, steps, (step) => print(`- ${showStep(step)}`))
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    print(`This failed: ${error.message}`)
    undo(system)
    throw new Stop(`not installed: "${showStep(error.step)}" failed: ${error.message}`)
  }
  print()
  print('The router runs. Check that you can still reach this machine, and keep the installation:')
  print(`  sudo sallyport confirm   (within ${CONFIRM_MINUTES} minutes; the setup can follow)`)
  print(
    choices.isVirtual
      ? 'Then add a VPN device: sudo sallyport vpn add NAME'
      : 'Then open http://192.168.2.1/ on a computer at the household side.',
  )
}

function showPlan(system: System, version: string, choices: Choices, steps: readonly string[]): void {
  print(`Sallyport ${version} will be installed on this machine:`)
  print()
  print(`  uplink     ${choices.uplinks.join(', ')}`)
  for (const { link, address, router } of choices.addresses)
    print(`             ${link} keeps its static address ${address}, with the router ${router}; --dhcp: requests one`)
  print(`  household  ${[...choices.ports, ...choices.radios].join(', ') || 'none: devices connect by VPN'}`)
  const managers = findManagers(system).map(({ name }) => name)
  if (managers.length > 0) print(`  Sallyport takes these links from ${managers.join(' and ')}, and no others.`)
  print()
  for (const [index, step] of steps.entries()) print(`  ${String(index + 1).padStart(2)}. ${step}`)
  print()
  print('All incoming connections to this machine end, SSH included, except those that the router permits.')
  print(`Everything is undone after ${CONFIRM_MINUTES} minutes, unless you run "sudo sallyport confirm".`)
}

/** Keeps an installation: the timer no longer undoes it. Throws `Stop` with the reason. */
export function confirm(system: System): void {
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport confirm')
  if (!isInstalled(system)) throw new Stop('Sallyport is not installed here')
  const { status, output } = system.run(['systemctl', 'disable', '--quiet', '--now', 'sallyport-undo.timer'])
  if (status !== 0) throw new Stop(`not confirmed: ${output}`)
  for (const name of Object.keys(undoUnits())) system.remove(`${UNITS}/${name}`)
  system.run(['systemctl', 'daemon-reload'])
  print('Confirmed. The installation stays.')
}

/**
 * Undoes an installation. The saved state of the router stays, unless `--purge` is given. With `--from-package`, which dpkg passes before it
 * removes the package, the Debian packages that the installation added stay, too: apt cannot run a second time. Throws `Stop` if a step could
 * not be undone.
 */
export async function uninstall(system: System, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      yes: { type: 'boolean', default: false },
      purge: { type: 'boolean', default: false },
      unconfirmed: { type: 'boolean', default: false },
      'from-package': { type: 'boolean', default: false },
    },
  })
  const isFromPackage = values['from-package']
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport uninstall')
  if (!isInstalled(system)) {
    // A journal that a power cut has cut off before its first step.
    if (isFromPackage) return
    throw new Stop('Sallyport is not installed here')
  }
  if (values.unconfirmed) print('The installation was not confirmed, and is undone.')
  else if (
    !values.yes &&
    !isFromPackage &&
    !(await agrees('Remove Sallyport, and restore the network of this machine?'))
  )
    throw new Stop('nothing was changed')
  // What an interrupted update has left: the saved state is that of the last good release then.
  if (trialOf(system) !== undefined) rollBack(system)
  undo(isFromPackage ? { ...system, aptPurge: keepPackages } : system)
  if (values.purge) system.remove(DATA)
  else
    print(
      `The settings of the router are kept in ${DATA}; to remove them: sudo ${isFromPackage ? 'apt purge sallyport' : `rm -r ${DATA}`}`,
    )
}

function keepPackages(names: readonly string[]): boolean {
  print(`  these Debian packages stay: ${names.join(' ')}`)
  return true
}

function undo(system: System): void {
  const failed = revertSteps(system, (step) => print(`- undo: ${showStep(step)}`))
  if (failed.length === 0) return
  for (const { step, message } of failed) print(`  not undone: ${showStep(step)}: ${message}`)
  throw new Stop('not everything could be undone; "sallyport uninstall" tries the rest again')
}
