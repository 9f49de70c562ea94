import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findRouter, type RouterApi } from '../../bin/router.ts'
import { isNewer } from '../../router/model/machine/releases/version.ts'
import { print, Stop } from '../conversation.ts'
import { CURRENT, DATA, INSTALLATION, RELEASES, UNITS } from '../places.ts'
import { unpackRelease } from '../releases/archive.ts'
import { type OfferedRelease, openTrusted } from '../releases/trusted.ts'
import { draftOf, placeRelease } from '../steps.ts'
import type { System } from '../system.ts'
import { type Health, lossesOf, openProbe, type Probe } from './probe.ts'
import { beginTrial, currentRelease, keepRelease, restoreRelease, rollBack, trialOf } from './trial.ts'

/** Seconds that a release which has started may take until a device gets what it got before. */
const PATIENCE = 60
const MOST_PATIENCE = 180
const EVERY_MS = 1000

const router = (): Promise<RouterApi> => findRouter({ data: DATA }, {})

const versionOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1)

/**
 * `sallyport update`: downloads a release, checks its signatures, and starts it on trial. What worked for a device before must work with it;
 * otherwise the last good release is started again. Throws `Stop` with the reason; the last good release runs then.
 */
export async function update(system: System, args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      channel: { type: 'string', default: 'main' },
      downgrade: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      seconds: { type: 'string', default: String(PATIENCE) },
      unchecked: { type: 'boolean', default: false },
    },
  })
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport update')
  const seconds = /^\d{1,3}$/.test(values.seconds) ? Number(values.seconds) : Number.NaN
  if (!(seconds <= MOST_PATIENCE)) throw new Stop(`--seconds must be a number from 0 to ${MOST_PATIENCE}`)
  if (values.source === undefined)
    throw new Stop('name the repository of releases with --source: an https address or a directory')
  if (system.entry(`${UNITS}/sallyport-undo.timer`).kind !== 'absent')
    throw new Stop('the installation is not confirmed yet: sudo sallyport confirm')
  if (trialOf(system) !== undefined) throw new Stop('an update is being checked; "sallyport roll-back" ends it')
  const current = versionOf(currentRelease(system))
  const root = `${CURRENT}/trust/root.json`
  if (system.entry(root).kind === 'absent')
    throw new Stop('this release was installed from a checkout, without the keys of a repository')

  const trusted = await orStop('the list of releases is not used', () =>
    openTrusted({ folder: `${INSTALLATION}/trusted`, root, source: values.source ?? '' }),
  )
  const [wanted] = positionals
  const offered = trusted.list(values.channel)
  const release = wanted === undefined ? offered[0] : offered.find(({ version }) => version === wanted)
  if (release === undefined)
    throw new Stop(
      wanted === undefined
        ? `the channel ${values.channel} has no release for this processor`
        : `there is no release ${wanted}`,
    )
  if (release.version === current)
    return print(
      wanted === undefined ? `${current} is installed: it is the newest release.` : `${current} is installed.`,
    )
  if (!isNewer(release.version, current) && !values.downgrade)
    throw new Stop(`${release.version} is older than ${current}: its state may not be readable then; add --downgrade`)
  print(`${current} is installed; ${release.version} is available (${Math.ceil(release.length / 1e6)} MB).`)
  if (values.check) return

  const folder = `${RELEASES}/${release.version}`
  await fetchRelease(system, release, folder, trusted.download)
  await tryRelease(system, folder, { patienceMs: seconds * 1000, isChecked: !values.unchecked })
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
  print(`${versionOf(trial.to)} was rolled back; ${versionOf(trial.from)} is installed.`)
}

/** Carries out `work`. Throws `Stop` with its reason. */
async function orStop<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Stop(`${what}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function fetchRelease(
  system: System,
  release: OfferedRelease,
  folder: string,
  download: (release: OfferedRelease, to: string) => Promise<void>,
): Promise<void> {
  const archive = `${RELEASES}/.download`
  const draft = draftOf(system, folder)
  try {
    await orStop('not updated', async () => {
      print('- download')
      await download(release, archive)
      print('- unpack')
      await unpackRelease(archive, draft)
      placeRelease(system, draft, folder)
    })
  } finally {
    system.remove(archive)
    system.remove(draft)
  }
}

interface Check {
  readonly patienceMs: number
  /** Otherwise it is enough that the release starts and its API answers. */
  readonly isChecked: boolean
}

/** Starts an unpacked release on trial, and keeps it or rolls it back. */
async function tryRelease(system: System, folder: string, { patienceMs, isChecked }: Check): Promise<void> {
  const probe = isChecked ? await orStop('not updated', () => openProbe(system, router)) : undefined
  // A lost SSH connection, or Ctrl-C, does not end a check: it takes minutes at most.
  const ignore = (): void => undefined
  const signals = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, ignore)
  try {
    const before = probe && healthBefore(probe)
    print(`- start ${versionOf(folder)} on trial`)
    const begun = await orStop('not updated', () => beginTrial(system, folder))
    const reason = begun ?? (await reasonAgainst(folder, { probe, before, patienceMs }))
    if (reason === undefined) {
      keepRelease(system)
      print(`${versionOf(folder)} runs.${probe ? ' A device gets what it got before.' : ''}`)
      return
    }
    print(`- ${reason}: roll back`)
    await orStop(`${versionOf(folder)} is not rolled back yet`, () => rollBack(system))
    throw new Stop(`${versionOf(folder)} was rolled back: ${reason}`)
  } finally {
    await probe?.close()
    for (const signal of signals) process.off(signal, ignore)
  }
}

/** What a device gets now. Throws `Stop` if it gets no address: then nothing could be compared. */
function healthBefore(probe: Probe): Health {
  const health = probe.measure(ATTEMPTS)
  if (!health.lease)
    throw new Stop(
      'not updated: a device gets no address, so that a release cannot be checked; --unchecked updates all the same',
    )
  const words = (what: boolean): string => (what ? 'yes' : 'no')
  print(`- before: address yes, DNS ${words(health.dns)}, internet ${words(health.internet)}`)
  return health
}

/** How many attempts a device has before the update: one answer that is lost must not count as none. */
const ATTEMPTS = 3

interface Trying {
  readonly probe: Probe | undefined
  readonly before: Health | undefined
  readonly patienceMs: number
}

/** Why a release has not passed within its time; undefined if it has. Also what fails here is a reason. */
async function reasonAgainst(folder: string, { probe, before, patienceMs }: Trying): Promise<string | undefined> {
  const until = performance.now() + patienceMs
  let reason = 'the API does not answer'
  do {
    try {
      const version = await (await router()).call('GET', '/version')
      if (version === versionOf(folder)) {
        const losses = probe && before ? lossesOf(before, probe.measure()) : []
        if (losses.length === 0) return undefined
        reason = losses.join(', ')
      }
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
    await pause(EVERY_MS)
  } while (performance.now() < until)
  return reason
}
