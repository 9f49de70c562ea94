import { join } from 'node:path'
import { z } from 'zod'
import type { Machine } from '../../../machine/machine.ts'
import {
  isUpdating,
  noUpdate,
  OfferedVersion,
  PROGRESS_FILE,
  UpdateProgress,
} from '../../../model/machine/releases/progress.ts'
import { isVersion } from '../../../model/machine/releases/version.ts'

/** A release that is to be installed. */
export interface WantedRelease {
  readonly version: string
  readonly channel: string
  /** The address of the repository; empty for the one that the installed release names. */
  readonly source: string
  readonly isDowngrade: boolean
}

/** The installation that this router runs from. Its commands are those of `install/update`. */
export interface Installed {
  /** The address of the repository that the installed release names; or empty. */
  readonly source: string
  /** The release that is on the disk in addition to the running one; or empty. */
  previous(): string
  /** The releases of a channel, whose signatures were checked, the newest first. Throws `CommandFailed`. */
  offers(wanted: Pick<WantedRelease, 'channel' | 'source'>): Promise<readonly OfferedVersion[]>
  /** Begins an update, which will stop this router. Throws `CommandFailed`. */
  begin(wanted: WantedRelease): Promise<void>
  progress(): UpdateProgress
}

/** A step that was begun longer ago was interrupted: each takes some minutes at most. */
const LONGEST_STEP_S = 600
const OFFERS_TIMEOUT_MS = 120_000

interface Deps {
  readonly machine: Pick<Machine, 'clock' | 'readFile' | 'listDirectories' | 'run'>
  /** The folder of the running release. Undefined for a router that was not installed. */
  readonly release: string | undefined
  /** The data directory. */
  readonly data: string
  readonly version: string
}

/** Undefined if this router was not installed from a signed release: nothing would prove who made another one. */
export function openInstalled({ machine, release, data, version }: Deps): Installed | undefined {
  if (release === undefined || machine.readFile(join(release, 'trust/root.json')) === undefined) return undefined
  return {
    source: machine.readFile(join(release, 'trust/source'))?.trim() ?? '',
    // What an interrupted update has left has no name that is a version.
    previous: () =>
      machine.listDirectories(join(release, '../releases')).find((name) => isVersion(name) && name !== version) ?? '',
    async offers({ channel, source }) {
      const argv = [
        join(release, 'bin/sallyport'),
        'offers',
        `--channel=${channel}`,
        `--trusted=${join(data, 'releases')}`,
      ]
      const named = source === '' ? argv : [...argv, `--source=${source}`]
      return z.array(OfferedVersion).parse(JSON.parse(await machine.run(named, { timeoutMs: OFFERS_TIMEOUT_MS })))
    },
    async begin({ version: wanted, channel, source, isDowngrade }) {
      const pairs = { '--version': wanted, '--channel': channel, ...(source !== '' && { '--source': source }) }
      await machine.run(['update', ...Object.entries(pairs).flat(), ...(isDowngrade ? ['--downgrade', 'yes'] : [])])
    },
    progress() {
      const progress = readProgress(machine.readFile(PROGRESS_FILE))
      const isStale = isUpdating(progress) && machine.clock.now() / 1000 - progress.Time > LONGEST_STEP_S
      return isStale ? { ...progress, State: 'failed', Losses: ['interrupted'] } : progress
    },
  }
}

/** A file that cannot be read, such as one of a later release, is no update: the router has to start with it. */
function readProgress(text = ''): UpdateProgress {
  try {
    return UpdateProgress.parse(JSON.parse(text))
  } catch {
    return noUpdate()
  }
}
