import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { applySteps, isInstalled, revertSteps, StepFailed } from './journal.ts'
import { findFirewall, findLinks, findManagers } from './managers.ts'
import { CONFIRM_MINUTES, DATA, UNITS } from './places.ts'
import { type Choices, planInstallation, type Release } from './plan.ts'
import { isApplied, showStep } from './steps.ts'
import type { System } from './system.ts'

const print = (line = ''): void => void process.stdout.write(`${line}\n`)

/** Ends a command with a message. */
export class Stop extends Error {}

const list = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? []

function readChoices(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      uplink: { type: 'string' },
      lan: { type: 'string' },
      radio: { type: 'string' },
      virtual: { type: 'boolean', default: false },
      option: { type: 'string', multiple: true, default: [] },
      yes: { type: 'boolean', default: false },
      plan: { type: 'boolean', default: false },
    },
  })
  return values
}

/** The links that were named, and the others of this machine by what they can be. */
function chooseLinks(system: System, args: ReturnType<typeof readChoices>): Choices {
  const found = findLinks(system)
  const uplinks = args.uplink === undefined ? (found.uplink === undefined ? [] : [found.uplink]) : list(args.uplink)
  if (uplinks.length === 0) throw new Stop('no link has a default route: name the link of your provider with --uplink')
  const radios = args.virtual ? [] : args.radio === undefined ? found.radios : list(args.radio)
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
  return { ...chosen, isVirtual: args.virtual, options: args.option }
}

/** Why Sallyport cannot be installed here; undefined if it can. */
function obstacle(system: System): string | undefined {
  if (process.getuid?.() !== 0) return 'an installation needs root: sudo npx sallyport install'
  if (system.entry('/run/systemd/system').kind === 'absent') return 'systemd does not run here, which starts the router'
  if (isInstalled(system)) return 'Sallyport is installed here; "sallyport uninstall" removes it'
  return findFirewall(system)
}

/**
 * Shows the plan, asks, and carries it out. Throws `Stop` with the reason if nothing was changed, or everything has been undone.
 */
export async function install(system: System, release: Release, args: readonly string[]): Promise<void> {
  const given = readChoices(args)
  const reason = obstacle(system)
  if (reason !== undefined) throw new Stop(reason)
  const choices = chooseLinks(system, given)
  const steps = planInstallation(system, release, choices)

  print(`Sallyport ${release.version} will be installed on this machine:`)
  print()
  print(`  uplink     ${choices.uplinks.join(', ')}`)
  print(`  household  ${[...choices.ports, ...choices.radios].join(', ') || 'none: devices connect by VPN'}`)
  const managers = findManagers(system).map(({ name }) => name)
  if (managers.length > 0) print(`  left to Sallyport by ${managers.join(' and ')}: these links, and no others`)
  print()
  for (const [index, step] of steps.filter(isApplied).entries())
    print(`  ${String(index + 1).padStart(2)}. ${showStep(step)}`)
  print()
  print(`If you do not run "sudo sallyport confirm" within ${CONFIRM_MINUTES} minutes, everything is undone.`)
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
  print('The router runs. Continue in the browser of a computer at the household side: http://192.168.2.1/')
  print(`Then, within ${CONFIRM_MINUTES} minutes:  sudo sallyport confirm`)
}

async function agrees(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Stop('there is no terminal to ask at: read the plan above, and add --yes')
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`${question} [y/N] `)
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Keeps an installation: it is not undone any more by itself. */
export function confirm(system: System): void {
  if (!isInstalled(system)) throw new Stop('Sallyport is not installed here')
  system.run(['systemctl', 'disable', '--quiet', '--now', 'sallyport-undo.timer'])
  for (const name of ['sallyport-undo.timer', 'sallyport-undo.service']) system.remove(`${UNITS}/${name}`)
  system.run(['systemctl', 'daemon-reload'])
  print('Confirmed. The installation stays.')
}

/** Undoes an installation. The saved state of the router stays, unless `--purge` is given. Throws `Stop` if a step could not be undone. */
export async function uninstall(system: System, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      yes: { type: 'boolean', default: false },
      purge: { type: 'boolean', default: false },
      unconfirmed: { type: 'boolean', default: false },
    },
  })
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport uninstall')
  if (!isInstalled(system)) throw new Stop('Sallyport is not installed here')
  if (values.unconfirmed) print('The installation was not confirmed, and is undone.')
  else if (!values.yes && !(await agrees('Remove Sallyport, and restore the network of this machine?')))
    throw new Stop('nothing was changed')
  undo(system)
  if (values.purge) system.remove(DATA)
  else print(`The settings of the router are kept in ${DATA}; to remove them: sudo rm -r ${DATA}`)
}

function undo(system: System): void {
  const failed = revertSteps(system, (step) => print(`- undo: ${showStep(step)}`))
  if (failed.length === 0) return
  for (const { step, message } of failed) print(`  not undone: ${showStep(step)}: ${message}`)
  throw new Stop('not everything could be undone; "sallyport uninstall" tries the rest again')
}
