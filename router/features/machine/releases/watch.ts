import { z } from 'zod'
import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import { isNewer } from '../../../model/machine/releases/version.ts'
import type { Entry } from '../../../store/table.ts'

const EVERY_MS = 24 * 3600_000
/** After a start or a changed setting: the uplink may not work yet. */
const SOON_MS = 60_000
const AGAIN_MS = 3600_000
const MOST_BYTES = 64 * 1024
const TIMEOUT_MS = 30_000

const SETTINGS = ['updates', 'release', 'releaseSource']
/** The key of a channel in the answer of the source. */
const CHANNEL_KEYS: Readonly<Record<string, readonly string[]>> = { '': ['main', 'latest'], '-dev': ['-dev', 'dev'] }

/** The newest version of each channel, such as the dist-tags of an npm package. */
const Newest = z.record(z.string(), z.string())

interface Deps extends Pick<Core, 'facts' | 'clock' | 'resolve' | 'authorities' | 'version' | 'onFailure' | 'bus'> {
  readonly machine: Pick<Machine, 'fetchText'>
  /** The link that new connections use; undefined while no uplink works. */
  readonly uplink: () => string | undefined
}

export interface ReleaseWatch extends Disposable {
  /** The newest version of the selected channel, if it is newer than the running one. */
  readonly newest: string | undefined
  /** To be called with every committed change. */
  learn(entries: readonly Entry[]): void
}

/**
 * Fetches the list of releases once a day, if the owner has turned that on and named a source, and publishes a version that is newer
 * than the running one, once.
 */
export function watchReleases(deps: Deps): ReleaseWatch {
  const { facts, clock, bus, version } = deps
  let newest: string | undefined
  let published: string | undefined
  let hasComplained = false
  let timer: Disposable | undefined
  /** The latest planned check: the result of an earlier one, which may be of a source before a change, is not used. */
  let planned = 0
  let closed = false

  async function check(number: number): Promise<void> {
    const next = await fetchNewest(() => number === planned)
    if (number === planned) later(next)
  }

  /** Returns the time until the next check. */
  async function fetchNewest(isCurrent: () => boolean): Promise<number> {
    const { URL: url } = facts.setting('releaseSource')
    if (!facts.setting('updates').Check || url === '') return EVERY_MS
    const Channel = facts.setting('release').CustomChannel
    try {
      const versions = Newest.parse(JSON.parse(await fetch(url)))
      if (!isCurrent()) return EVERY_MS
      const found = (CHANNEL_KEYS[Channel] ?? []).map((key) => versions[key]).find((one) => one !== undefined)
      newest = found !== undefined && isNewer(found, version) ? found : undefined
      hasComplained = false
      if (newest !== undefined && newest !== published)
        bus.publish('system:update', { Current: version, Available: newest, Channel })
      published = newest
      return EVERY_MS
    } catch (error) {
      if (!hasComplained) deps.onFailure('the list of releases could not be fetched', error)
      hasComplained = true
      return AGAIN_MS
    }
  }

  async function fetch(url: string): Promise<string> {
    const link = deps.uplink()
    if (link === undefined) throw new Error('no uplink works')
    const ip = await deps.resolve(new URL(url).hostname)
    const { authorities } = deps
    return deps.machine.fetchText({ url, ip, link, mostBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, authorities })
  }

  const later = (ms: number): void => {
    timer?.[Symbol.dispose]()
    if (closed) return
    const number = ++planned
    timer = clock.after(ms, () => void check(number))
  }
  later(SOON_MS)
  return {
    get newest() {
      return newest
    },
    learn(entries) {
      if (!entries.some(({ table, key }) => table === 'settings' && SETTINGS.includes(key))) return
      newest = undefined
      later(SOON_MS)
    },
    [Symbol.dispose]() {
      closed = true
      planned++
      timer?.[Symbol.dispose]()
    },
  }
}
