import { parseArgs } from 'node:util'
import { isVersion } from '../../router/model/machine/releases/version.ts'
import { orStop, print, Stop } from '../conversation.ts'
import { CURRENT, INSTALLATION, RELEASES } from '../places.ts'
import { unpackRelease } from '../releases/archive.ts'
import { type OfferedRelease, openTrusted, type TrustedReleases } from '../releases/trusted.ts'
import { draftOf, placeRelease } from '../steps.ts'
import type { System } from '../system.ts'
import { checkOf, demandNewer, demandReady, reported, TRIAL_OPTIONS, tryRelease, versionOf } from './check.ts'
import { openProgress, type Progress } from './progress.ts'
import { sourceOf } from './source.ts'
import { currentRelease, restoreRelease, rollBack, trialOf } from './trial.ts'

const ARGUMENTS = {
  source: { type: 'string' },
  channel: { type: 'string', default: 'main' },
  check: { type: 'boolean', default: false },
  ...TRIAL_OPTIONS,
} as const

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: ARGUMENTS })
  return { ...values, wanted: positionals[0], trial: checkOf(values) }
}
type Arguments = ReturnType<typeof readArguments>

/**
 * `sallyport update`: downloads a release, checks its signatures, and starts it on trial. What worked for a device before must work with it;
 * otherwise the last good release is started again. Throws `Stop` with the reason; the last good release runs then.
 */
export async function update(system: System, args: readonly string[]): Promise<void> {
  const given = readArguments(args)
  if (process.getuid?.() !== 0) throw new Stop('this needs root: sudo sallyport update')
  if (given.check) await updateTo(system, given)
  else await reported(system, (progress) => updateTo(system, given, progress))
}

/** Without `progress`, only reports what is available. */
async function updateTo(system: System, given: Arguments, progress?: Progress): Promise<void> {
  demandReady(system)
  const current = versionOf(currentRelease(system))
  const { wanted, downgrade } = given
  // The release before is on the disk. What an interrupted update has left there has no name that is a version.
  const isHere = wanted !== undefined && wanted !== current && system.list(RELEASES).filter(isVersion).includes(wanted)
  const { version, download } = isHere ? { version: wanted } : await findRelease(system, given, current)
  if (version === current)
    return print(
      wanted === undefined ? `${current} is installed: it is the newest release.` : `${current} is installed.`,
    )
  demandNewer(version, current, downgrade)
  print(
    `${current} is installed; ${version} is available${download ? ` (${Math.ceil(download.release.length / 1e6)} MB)` : ''}.`,
  )
  if (progress === undefined) return

  const folder = `${RELEASES}/${version}`
  progress.begin(version, current, download?.release.length ?? 0)
  if (download) await fetchRelease(system, download, folder, progress)
  await tryRelease(system, folder, given.trial, progress)
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
