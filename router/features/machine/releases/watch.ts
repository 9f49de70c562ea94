import type { Core } from '../../../core.ts'
import type { OfferedVersion } from '../../../model/machine/releases/progress.ts'
import { releaseChannel } from '../../../model/machine/releases/release.ts'
import { isNewer } from '../../../model/machine/releases/version.ts'
import type { Entry } from '../../../store/table.ts'

const EVERY_MS = 24 * 3600_000
/** After a start or a changed setting: the uplink may not work yet. */
const SOON_MS = 60_000
const AGAIN_MS = 3600_000

const SETTINGS = ['updates', 'release', 'releaseSource']

interface Deps extends Pick<Core, 'facts' | 'clock' | 'version' | 'onFailure' | 'bus'> {
  /** The releases of a channel, the newest first; undefined if there is no source. Throws with the reason. */
  readonly offers: (of: {
    readonly channel: string
    readonly source: string
  }) => Promise<readonly OfferedVersion[] | undefined>
}

export interface ReleaseWatch extends Disposable {
  /** The releases of the selected channel that were found, the newest first. */
  readonly offered: readonly OfferedVersion[]
  /** The newest version of the selected channel, if it is newer than the running one. */
  readonly newest: string | undefined
  /** Looks now, whether or not the owner has turned on the daily check. Throws with the reason; undefined if there is no source. */
  look(): Promise<readonly OfferedVersion[] | undefined>
  /** To be called with every committed change. */
  learn(entries: readonly Entry[]): void
}

/**
 * Fetches the list of releases once a day, if the owner has turned that on and there is a source, and publishes a version that is newer
 * than the running one, once.
 */
export function watchReleases({ facts, clock, bus, version, onFailure, offers }: Deps): ReleaseWatch {
  let offered: readonly OfferedVersion[] = []
  let published: string | undefined
  let hasComplained = false
  let timer: Disposable | undefined
  /** The latest planned check: the result of an earlier one, which may be of a source before a change, is not used. */
  let planned = 0
  let closed = false

  const newest = (): string | undefined => offered.map(({ Version }) => Version).find((one) => isNewer(one, version))

  async function look(): Promise<readonly OfferedVersion[] | undefined> {
    const number = planned
    const source = facts.setting('releaseSource').URL
    const found = await offers({ channel: releaseChannel(facts.setting('release')), source })
    if (number !== planned || found === undefined) return found
    offered = found
    const Available = newest()
    if (Available !== undefined && Available !== published)
      bus.publish('system:update', { Current: version, Available, Channel: facts.setting('release').CustomChannel })
    published = Available
    return found
  }

  async function check(number: number): Promise<void> {
    const next = await checkOnce()
    if (number === planned) later(next)
  }

  /** Returns the time until the next check. */
  async function checkOnce(): Promise<number> {
    if (!facts.setting('updates').Check) return EVERY_MS
    try {
      await look()
      hasComplained = false
      return EVERY_MS
    } catch (error) {
      if (!hasComplained) onFailure('the list of releases could not be fetched', error)
      hasComplained = true
      return AGAIN_MS
    }
  }

  const later = (ms: number): void => {
    timer?.[Symbol.dispose]()
    if (closed) return
    const number = ++planned
    timer = clock.after(ms, () => void check(number))
  }
  later(SOON_MS)
  return {
    get offered() {
      return offered
    },
    get newest() {
      return newest()
    },
    look,
    learn(entries) {
      if (!entries.some(({ table, key }) => table === 'settings' && SETTINGS.includes(key))) return
      offered = []
      later(SOON_MS)
    },
    [Symbol.dispose]() {
      closed = true
      planned++
      timer?.[Symbol.dispose]()
    },
  }
}
