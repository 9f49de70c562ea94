import type { HistoryDatabase } from '../../store/history.ts'
import { Outage } from './status.ts'

const MOST_OUTAGES = 1000
const KEEP_MS = 90 * 24 * 3600_000

/** Outages that are over. */
export interface OutageBook {
  /** The oldest first. */
  readonly past: readonly Outage[]
  keep(outage: Outage): void
}

/** Outages on the disk: at most 1000, for 90 days. A disk that gives none back has none. */
export function openOutageBook(database: Pick<HistoryDatabase, 'log'>): OutageBook {
  const log = database.log<string>('outages', { most: MOST_OUTAGES, keepMs: KEEP_MS })
  const past = read(() => log.newest(MOST_OUTAGES))
    .flatMap(({ value }) => Outage.safeParse(JSON.parse(value)).data ?? [])
    .reverse()
  return {
    past,
    keep(outage) {
      past.push(outage)
      if (past.length > MOST_OUTAGES) past.shift()
      log.append(Date.parse(outage.End), JSON.stringify(outage))
    },
  }
}

function read<T>(records: () => readonly T[]): readonly T[] {
  try {
    return records()
  } catch {
    // What is wrong with the disk was said when the history was opened, or will be with the first outage.
    return []
  }
}
