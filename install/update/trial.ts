import { dirname } from 'node:path'
import { CURRENT, DATA, FALLBACK, INSTALLATION, ON_TRIAL, RELEASES, TRIAL, USER } from '../places.ts'
import { demand } from '../steps.ts'
import type { System } from '../system.ts'

/**
 * A release on trial. The last good one is not given up before the new one has passed its check: after a power cut in the middle, the
 * machine starts the last good release with the state that it had (`sallyport-trial.service`). If the check itself is interrupted, a timer
 * ends the trial.
 */
export interface Trial {
  /** The folder of the last good release. */
  readonly from: string
  readonly to: string
}

/** Then a trial is ended, if the command that began it has not. Longer than any check. */
const LONGEST_MINUTES = 10
const OVERDUE = 'sallyport-trial-overdue'

/** The saved state as the last good release has left it: an archive of tar(1). */
export const SAVED = `${INSTALLATION}/before.tar`
/** Beside the data, and of root: names are exchanged with `rename`, which follows no link that a process of the router has put below. */
const RESTORED = `${dirname(DATA)}/sallyport-restored`
/** Large, and made again or only appended to. A release that cannot read them leaves them unchanged. */
const NOT_SAVED = ['dnslog', 'lists', 'networks', 'backups', 'crashlog', 'run']
/** Images and volumes of containers. They stay, and are out of the way while the names around them are exchanged. */
const ENGINE = 'state/plugins/superd/engine'
const KEPT_ENGINE = `${dirname(DATA)}/sallyport-engine`

export function currentRelease(system: System): string {
  const found = system.entry(CURRENT)
  if (found.kind !== 'link') throw new Error('Sallyport is not installed here')
  return found.target
}

export const trialOf = (system: System): Trial | undefined => {
  const found = system.entry(TRIAL)
  return found.kind === 'file' ? (JSON.parse(found.content) as Trial) : undefined
}

const savedNames = (system: System, folder: string): string[] =>
  system.list(folder).filter((name) => !NOT_SAVED.includes(name))

/** Saves what a release could change, completely or not at all. */
export function saveState(system: System): void {
  const draft = `${SAVED}.new`
  const flags = ['--create', '--anchored', `--exclude=${ENGINE}`, `--file=${draft}`, `--directory=${DATA}`]
  try {
    demand(system, ['tar', ...flags, '--', ...savedNames(system, DATA)])
    demand(system, ['sync', '--file-system', draft])
    demand(system, ['mv', draft, SAVED])
  } finally {
    system.remove(draft)
  }
}

const startRouter = (system: System): boolean => {
  // A release that has ended often must not prevent the start of another one.
  system.run(['systemctl', 'reset-failed', 'sallyport.service'])
  return system.run(['systemctl', 'start', 'sallyport.service']).status === 0
}

/**
 * Stops the router, saves its state, and starts the other release. The rules stay in the kernel: traffic passes all the time. Returns
 * whether it has started. Throws if nothing was begun; the last good release runs then.
 */
export function beginTrial(system: System, to: string): boolean {
  if (trialOf(system) !== undefined) throw new Error('a release is on trial already')
  const trial: Trial = { from: currentRelease(system), to }
  system.link(FALLBACK, trial.from)
  demand(system, ['systemctl', 'stop', 'sallyport.service'])
  try {
    saveState(system)
    system.run(['systemctl', 'stop', `${OVERDUE}.timer`])
    demand(system, [
      ...['systemd-run', '--quiet', `--unit=${OVERDUE}`, `--on-active=${LONGEST_MINUTES}min`],
      ...[`${FALLBACK}/bin/sallyport`, 'roll-back', '--overdue'],
    ])
    // From here on, a power cut leads back.
    system.write(TRIAL, JSON.stringify(trial), 0o600)
  } catch (error) {
    // The disk may be full. Nothing has changed yet.
    keepRelease(system)
    startRouter(system)
    throw error
  }
  system.write(ON_TRIAL, '')
  system.link(CURRENT, to)
  return startRouter(system)
}

/** Keeps the release that runs, and removes those that are neither this one nor the one before. */
export function keepRelease(system: System): void {
  for (const path of [TRIAL, ON_TRIAL, SAVED]) system.remove(path)
  system.run(['systemctl', 'stop', `${OVERDUE}.timer`])
  const needed = [CURRENT, FALLBACK]
    .map((path) => system.entry(path))
    .map((found) => found.kind === 'link' && found.target)
  for (const name of system.list(RELEASES))
    if (!needed.includes(`${RELEASES}/${name}`)) system.remove(`${RELEASES}/${name}`)
}

/** Ends all processes of the router, which `systemctl stop` leaves: access points, and what an attacker may have started. */
function endProcesses(system: System): void {
  for (let attempt = 0; attempt < 50; attempt++) {
    system.run(['pkill', '--signal', 'KILL', '--uid', USER])
    if (system.run(['pgrep', '--uid', USER]).status !== 0) return
    system.run(['sleep', '0.1'])
  }
  throw new Error(`processes of ${USER} do not end`)
}

/** Whether a path below the data consists of directories alone, without a link. */
const isPlain = (system: System, path: string): boolean =>
  path
    .split('/')
    .every((_, index, parts) => system.entry(`${DATA}/${parts.slice(0, index + 1).join('/')}`).kind === 'directory')

/**
 * Returns to the last good release and its state. Without a trial, nothing. The router must not run. It can be repeated after a power cut
 * at any moment.
 */
export function restoreRelease(system: System): void {
  const trial = trialOf(system)
  if (trial === undefined) return
  endProcesses(system)
  system.remove(RESTORED)
  system.makeDirectory(RESTORED, { mode: 0o700 })
  demand(system, ['tar', '--extract', '--preserve-permissions', `--file=${SAVED}`, `--directory=${RESTORED}`])
  demand(system, ['sync', '--file-system', RESTORED])
  if (isPlain(system, ENGINE)) demand(system, ['mv', '--no-target-directory', `${DATA}/${ENGINE}`, KEPT_ENGINE])
  for (const name of savedNames(system, DATA)) system.remove(`${DATA}/${name}`)
  for (const name of savedNames(system, RESTORED))
    demand(system, ['mv', '--no-target-directory', `${RESTORED}/${name}`, `${DATA}/${name}`])
  if (system.entry(KEPT_ENGINE).kind === 'directory' && isPlain(system, dirname(ENGINE)))
    demand(system, ['mv', '--no-target-directory', KEPT_ENGINE, `${DATA}/${ENGINE}`])
  system.link(CURRENT, trial.from)
  demand(system, ['sync', '--file-system', DATA])
  system.remove(RESTORED)
  keepRelease(system)
}

/**
 * Ends a trial: stops the release, and starts the last good one. If its state cannot be restored, as on a full disk, the release on trial
 * continues. Throws the reason.
 */
export function rollBack(system: System): void {
  system.run(['systemctl', 'stop', 'sallyport.service'])
  try {
    restoreRelease(system)
  } finally {
    startRouter(system)
  }
}
