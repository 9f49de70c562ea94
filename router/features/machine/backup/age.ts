import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import { timeOf } from '../../../model/home/dhcp/text.ts'
import { madeAt } from '../../../model/machine/backup/name.ts'
import { openArchiveDirectory } from './archivedirectory.ts'

const LIMIT_DAYS = 30
const DAY_MS = 24 * 3600_000

interface Deps extends Pick<Core, 'facts' | 'bus'> {
  readonly machine: Pick<Machine, 'clock' | 'listFiles' | 'readFile' | 'writeFile' | 'removeFile' | 'makeDirectory'>
  /** The directory of archives. */
  readonly directory: string
}

/** Returns a check that publishes once a day that the newest backup is old, or that there is none in a home of that age. */
export function openBackupCheck({ machine, facts, bus, directory }: Deps): () => void {
  const archives = openArchiveDirectory(machine, directory)
  let publishedAt = Number.NEGATIVE_INFINITY
  /** When the first device has received an address, in milliseconds since 1970. */
  const since = (now: number): number =>
    [...facts.devices.values()].reduce((first, { DHCPFirstTime }) => Math.min(first, timeOf(DHCPFirstTime) ?? now), now)

  return () => {
    const now = machine.clock.now()
    if (Math.abs(now - publishedAt) < DAY_MS) return
    const [newest] = archives.list()
    const Newest = newest === undefined ? '' : madeAt(newest)
    const AgeDays = Math.floor((now - (newest === undefined ? since(now) : Date.parse(Newest))) / DAY_MS)
    if (AgeDays <= LIMIT_DAYS) return
    publishedAt = now
    bus.publish('backup:old', { Newest, AgeDays, LimitDays: LIMIT_DAYS })
  }
}
