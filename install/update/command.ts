import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findRouter, type RouterApi } from '../../bin/router.ts'
import type { Loss } from '../../router/model/machine/releases/progress.ts'
import { isNewer } from '../../router/model/machine/releases/version.ts'
import { orStop, print, Stop } from '../conversation.ts'
import { CURRENT, DATA, INSTALLATION, RELEASES, UNITS } from '../places.ts'
import { unpackRelease } from '../releases/archive.ts'
import { type OfferedRelease, openTrusted, type TrustedReleases } from '../releases/trusted.ts'
import { draftOf, placeRelease } from '../steps.ts'
import type { System } from '../system.ts'
import { type Health, lossesOf, openProbe, type Probe } from './probe.ts'
import { openProgress, type Progress } from './progress.ts'
import { sourceOf } from './source.ts'
import { beginTrial, currentRelease, keepRelease, restoreRelease, rollBack, trialOf } from './trial.ts'

/** Seconds that a release which has started may take until a device gets what it got before. */
const PATIENCE = 60
const MOST_PATIENCE = 180
const EVERY_MS = 1000

const router = (): Promise<RouterApi> => findRouter({ data: DATA }, {})

const versionOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1)

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

const ARGUMENTS = {
  source: { type: 'string' },
  channel: { type: 'string', default: 'main' },
  downgrade: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  seconds: { type: 'string', default: String(PATIENCE) },
  unchecked: { type: 'boolean', default: false },
} as const

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: ARGUMENTS })
  const seconds = /^\d{1,3}$/.test(values.seconds) ? Number(values.seconds) : Number.NaN
  if (!(seconds <= MOST_PATIENCE)) throw new Stop(`--seconds must be a number from 0 to ${MOST_PATIENCE}`)
  return { ...values, wanted: positionals[0], patienceMs: seconds * 1000 }
}
type Arguments = ReturnType<typeof readArguments>

/**
 * `sallyport update`: downloads a release, checks its signatures, and starts it on trial. What worked for a device before must work with it;
 * otherwise the last good release is started again. Throws `Stop` with the reason; the last good release runs then.
 */
export async function update(system: System, args: readonly string[]): Promise<void> {
  const given = readArguments(args)
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport update')
  const progress = openProgress(system)
  try {
    await updateTo(system, given, progress)
  } catch (error) {
    // What was rolled back has been written.
    if (!given.check && !(error instanceof RolledBack)) progress.failed((error as Error).message)
    throw error
  }
}

/** The release on trial was not kept. */
class RolledBack extends Stop {}

async function updateTo(system: System, given: Arguments, progress: Progress): Promise<void> {
  if (system.entry(`${UNITS}/sallyport-undo.timer`).kind !== 'absent')
    throw new Stop('the installation is not confirmed yet: sudo sallyport confirm')
  if (trialOf(system) !== undefined) throw new Stop('an update is being checked; "sallyport roll-back" ends it')
  const current = versionOf(currentRelease(system))
  const { wanted, downgrade } = given
  // The release before is there.
  const isHere = wanted !== undefined && wanted !== current && system.list(RELEASES).includes(wanted)
  const { version, download } = isHere ? { version: wanted } : await findRelease(system, given, current)
  if (version === current)
    return print(
      wanted === undefined ? `${current} is installed: it is the newest release.` : `${current} is installed.`,
    )
  if (!isNewer(version, current) && !downgrade)
    throw new Stop(`${version} is older than ${current}: its state may not be readable then; add --downgrade`)
  print(
    `${current} is installed; ${version} is available${download ? ` (${Math.ceil(download.release.length / 1e6)} MB)` : ''}.`,
  )
  if (given.check) return

  const folder = `${RELEASES}/${version}`
  progress.begin(version, current, download?.release.length ?? 0)
  if (download) await fetchRelease(system, download, folder, progress)
  progress.enter('trial')
  await tryRelease(system, folder, given, progress)
  progress.enter('installed')
}

interface Download {
  readonly release: OfferedRelease
  readonly trusted: TrustedReleases
}

/** The release of a repository that was named, or the newest one. */
async function findRelease(
  system: System,
  { source = sourceOf(system), channel, wanted }: Arguments,
  current: string,
): Promise<{ readonly version: string; readonly download?: Download }> {
  if (source === undefined)
    throw new Stop('name the repository of releases with --source: an https address or a directory')
  const root = `${CURRENT}/trust/root.json`
  if (system.entry(root).kind === 'absent')
    throw new Stop('this release was installed from a checkout, without the keys of a repository')
  const trusted = await orStop('the list of releases is not used', () =>
    openTrusted({ folder: `${INSTALLATION}/trusted`, root, source }),
  )
  const offered = trusted.list(channel)
  const release = wanted === undefined ? offered[0] : offered.find(({ version }) => version === wanted)
  if (release !== undefined) return { version: release.version, download: { release, trusted } }
  if (wanted === current) return { version: current }
  throw new Stop(
    wanted === undefined ? `the channel ${channel} has no release for this processor` : `there is no release ${wanted}`,
  )
}

/** `sallyport roll-back`: ends a trial. At boot, systemd starts the router afterwards. */
export function endTrial(system: System, args: readonly string[]): void {
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport roll-back')
  const trial = trialOf(system)
  if (trial === undefined) {
    print('No update is being checked.')
    return
  }
  if (args.includes('--at-boot')) restoreRelease(system)
  else rollBack(system)
  const progress = openProgress(system)
  progress.begin(versionOf(trial.to), versionOf(trial.from), 0)
  progress.rolledBack([args.includes('--at-boot') ? 'power' : 'interrupted'])
  print(`${versionOf(trial.to)} was rolled back; ${versionOf(trial.from)} is installed.`)
}

async function fetchRelease(
  system: System,
  { release, trusted }: Download,
  folder: string,
  progress: Progress,
): Promise<void> {
  const archive = `${RELEASES}/.download`
  const draft = draftOf(system, folder)
  try {
    await orStop('not updated', async () => {
      print('- download')
      await trusted.download(release, archive, progress.received)
      print('- unpack')
      progress.enter('unpacking')
      await unpackRelease(archive, draft)
      placeRelease(system, draft, folder)
    })
  } finally {
    system.remove(archive)
    system.remove(draft)
  }
}

/** Starts an unpacked release on trial, and keeps it or rolls it back. Throws `RolledBack` with the reason. */
async function tryRelease(
  system: System,
  folder: string,
  { unchecked, patienceMs }: Arguments,
  progress: Progress,
): Promise<void> {
  const probe = unchecked ? undefined : await orStop('not updated', () => openProbe(system, router))
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
