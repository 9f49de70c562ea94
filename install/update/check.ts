import { setTimeout as pause } from 'node:timers/promises'
import { findRouter, type RouterApi } from '../../bin/router.ts'
import type { Loss } from '../../router/model/machine/releases/progress.ts'
import { isNewer } from '../../router/model/machine/releases/version.ts'
import { orStop, print, Stop } from '../conversation.ts'
import { DATA, UNITS } from '../places.ts'
import type { System } from '../system.ts'
import { type Health, lossesOf, openProbe, type Probe } from './probe.ts'
import { openProgress, type Progress } from './progress.ts'
import { beginTrial, keepRelease, rollBack, trialOf } from './trial.ts'

/** The check of a release on trial, wherever it comes from: a repository, or a package. */

/** Seconds that a release which has started may take until a device gets what it got before. */
const PATIENCE = 60
const MOST_PATIENCE = 180
const EVERY_MS = 1000

const router = (): Promise<RouterApi> => findRouter({ data: DATA }, {})

export const versionOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1)

/** The options of each command that starts a release on trial. */
export const TRIAL_OPTIONS = {
  downgrade: { type: 'boolean', default: false },
  seconds: { type: 'string', default: String(PATIENCE) },
  unchecked: { type: 'boolean', default: false },
} as const

interface Check {
  readonly patienceMs: number
  /** Otherwise it is enough that the release starts and its API answers. */
  readonly isChecked: boolean
}

/** How a release is checked, by these options. Throws `Stop`. */
export function checkOf({ seconds, unchecked }: { readonly seconds: string; readonly unchecked: boolean }): Check {
  if (!/^\d{1,3}$/.test(seconds) || Number(seconds) > MOST_PATIENCE)
    throw new Stop(`--seconds must be a number from 0 to ${MOST_PATIENCE}`)
  return { patienceMs: Number(seconds) * 1000, isChecked: !unchecked }
}

/** Throws `Stop` with the reason if no release can be tried now. */
export function demandReady(system: System): void {
  if (system.entry(`${UNITS}/sallyport-undo.timer`).kind !== 'absent')
    throw new Stop('the installation is not confirmed yet: sudo sallyport confirm')
  if (trialOf(system) !== undefined) throw new Stop('an update is being checked; "sallyport roll-back" ends it')
}

/** Throws `Stop` if a release is older than the one that runs, unless its owner wants that. */
export function demandNewer(version: string, current: string, isDowngrade: boolean): void {
  if (!isNewer(version, current) && !isDowngrade)
    throw new Stop(`${version} is older than ${current}: its state may not be readable then; add --downgrade`)
}

/** The release on trial was not kept. */
class RolledBack extends Stop {}

/** Carries out an update, and writes how far it is and how it ends. */
export async function reported(system: System, work: (progress: Progress) => Promise<void>): Promise<void> {
  const progress = openProgress(system)
  try {
    await work(progress)
  } catch (error) {
    // What was rolled back has been written.
    if (!(error instanceof RolledBack)) progress.failed(error instanceof Error ? error.message : String(error))
    throw error
  }
}

/** What each loss is called. */
const LOSS_NAMES: Readonly<Record<Loss, string>> = {
  start: 'it does not start',
  api: 'its API does not answer',
  lease: 'a device gets no address',
  dns: 'a device gets no DNS response',
  internet: 'a device does not reach the internet',
  radio: 'an access point does not run',
  interrupted: 'its check was interrupted',
  power: 'the power failed during its check',
}
const namesOf = (losses: readonly Loss[]): string => losses.map((loss) => LOSS_NAMES[loss]).join(', ')

/** Starts an unpacked release on trial, and keeps it or rolls it back. Throws `RolledBack` with the reason. */
export async function tryRelease(
  system: System,
  folder: string,
  { isChecked, patienceMs }: Check,
  progress: Progress,
): Promise<void> {
  progress.enter('trial')
  const probe = !isChecked ? undefined : await orStop('not updated', () => openProbe(system, router))
  // A lost SSH connection, or Ctrl-C, does not end a check: it takes minutes at most.
  const ignore = (): void => undefined
  const signals = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, ignore)
  try {
    const before = probe && (await orStop('not updated', () => healthBefore(probe)))
    print(`- start ${versionOf(folder)} on trial`)
    const begun = await orStop('not updated', () => beginTrial(system, folder))
    const losses = begun ? await lossesOnTrial(folder, { probe, before, patienceMs }) : (['start'] as const)
    if (losses.length === 0) {
      keepRelease(system)
      progress.enter('installed')
      print(`${versionOf(folder)} runs.${probe ? ' A device gets what it got before.' : ''}`)
      return
    }
    const reason = namesOf(losses)
    print(`- ${reason}: roll back`)
    await orStop(`${versionOf(folder)} is not rolled back yet`, () => rollBack(system))
    progress.rolledBack(losses)
    throw new RolledBack(`${versionOf(folder)} was rolled back: ${reason}`)
  } finally {
    await probe?.close()
    for (const signal of signals) process.off(signal, ignore)
  }
}

/** What a device gets now. Throws if it gets no address: then nothing could be compared. */
async function healthBefore(probe: Probe): Promise<Health> {
  const health = await probe.measure(ATTEMPTS)
  if (!health.lease)
    throw new Error('a device gets no address, so that a release cannot be checked; --unchecked updates all the same')
  const words = (what: boolean): string => (what ? 'yes' : 'no')
  const radios = health.radios.length > 0 ? `, access points ${health.radios.join(' ')}` : ''
  print(`- before: address yes, DNS ${words(health.dns)}, internet ${words(health.internet)}${radios}`)
  return health
}

/** How many attempts a device has before the update: one answer that is lost must not count as none. */
const ATTEMPTS = 3

interface Trying {
  readonly probe: Probe | undefined
  readonly before: Health | undefined
  readonly patienceMs: number
}

/** Why a release has not passed within its time; empty if it has. */
async function lossesOnTrial(folder: string, { probe, before, patienceMs }: Trying): Promise<readonly Loss[]> {
  const until = performance.now() + patienceMs
  let losses: readonly Loss[]
  do {
    try {
      const version = await (await router()).call('GET', '/version')
      losses = version !== versionOf(folder) ? ['api'] : probe && before ? lossesOf(before, await probe.measure()) : []
      if (losses.length === 0) return []
    } catch {
      losses = ['api']
    }
    await pause(EVERY_MS)
  } while (performance.now() < until)
  return losses
}
