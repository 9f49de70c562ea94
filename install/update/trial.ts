import { CURRENT, DATA, FALLBACK, INSTALLATION, ON_TRIAL, TRIAL } from '../places.ts'
import { demand } from '../steps.ts'
import type { System } from '../system.ts'

/**
 * A release on trial. The last good one is never given up before the new one has passed its check: after a power cut in the middle, the machine
 * starts the last good release with the state that it had (`sallyport-trial.service`).
 */
export interface Trial {
  /** The folder of the last good release. */
  readonly from: string
  readonly to: string
}

/** The saved state as the last good release has left it. */
const SAVED = `${INSTALLATION}/before`
/** Large, and made again or only appended to. A release that cannot read them leaves them unchanged. */
const NOT_SAVED = ['dnslog', 'lists', 'networks', 'backups', 'crashlog', 'run']

export function currentRelease(system: System): string {
  const found = system.entry(CURRENT)
  if (found.kind !== 'link') throw new Error('Sallyport is not installed here')
  return found.target
}

export const trialOf = (system: System): Trial | undefined => {
  const found = system.entry(TRIAL)
  return found.kind === 'file' ? (JSON.parse(found.content) as Trial) : undefined
}

const names = (system: System, folder: string): string[] =>
  system.list(folder).filter((name) => !NOT_SAVED.includes(name))

/** Copies what a release could change, completely or not at all. */
function saveState(system: System): void {
  for (const folder of [SAVED, `${SAVED}.new`]) system.remove(folder)
  system.makeDirectory(`${SAVED}.new`, { mode: 0o700 })
  for (const name of names(system, DATA))
    demand(system, ['cp', '--archive', '--reflink=auto', `${DATA}/${name}`, `${SAVED}.new/`])
  demand(system, ['sync', '--file-system', INSTALLATION])
  demand(system, ['mv', '--no-target-directory', `${SAVED}.new`, SAVED])
}

/**
 * Stops the router, saves its state, and starts the other release. The rules stay in the kernel: traffic passes all the time. Returns why
 * it has not started; undefined if it runs.
 */
export function beginTrial(system: System, to: string): string | undefined {
  const trial: Trial = { from: currentRelease(system), to }
  system.link(FALLBACK, trial.from)
  demand(system, ['systemctl', 'stop', 'sallyport.service'])
  try {
    saveState(system)
  } catch (error) {
    // The disk may be full. Nothing has changed yet.
    system.remove(`${SAVED}.new`)
    system.run(['systemctl', 'start', 'sallyport.service'])
    throw error
  }
  // From here on, a power cut leads back.
  system.write(TRIAL, JSON.stringify(trial), 0o600)
  system.write(ON_TRIAL, '')
  system.link(CURRENT, to)
  const { status } = system.run(['systemctl', 'start', 'sallyport.service'])
  return status === 0 ? undefined : 'it does not start'
}

/** Keeps the release that was on trial. */
export function keepRelease(system: System): void {
  system.remove(TRIAL)
  system.remove(ON_TRIAL)
  system.remove(SAVED)
}

/** Returns to the last good release and its state. Without a trial, nothing. The router must not run. */
export function restoreRelease(system: System): void {
  const trial = trialOf(system)
  if (trial === undefined) return
  system.link(CURRENT, trial.from)
  for (const name of names(system, DATA)) system.remove(`${DATA}/${name}`)
  // Not through a link that a process of the router may have put in its place.
  for (const name of names(system, SAVED))
    demand(system, ['cp', '--archive', '--remove-destination', '--reflink=auto', `${SAVED}/${name}`, `${DATA}/`])
  demand(system, ['sync', '--file-system', DATA])
  keepRelease(system)
}

/** Ends a trial: stops the release, and starts the last good one. */
export function rollBack(system: System): void {
  system.run(['systemctl', 'stop', 'sallyport.service'])
  restoreRelease(system)
  demand(system, ['systemctl', 'start', 'sallyport.service'])
}
