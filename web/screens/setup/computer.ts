import type { AuditEntry } from '../../../router/features/audit/entry.ts'
import type { Entry } from '../devices/entry.ts'

/**
 * Which of these devices the person most likely sits at: the one that changed something last. The first run has changed
 * something from there a moment ago.
 */
export const likelyComputer = (entries: readonly Entry[], changes: readonly Pick<AuditEntry, 'From'>[]) => {
  const byAddress = new Map(entries.map((entry) => [entry.device.RecentIP, entry]))
  const last = changes.find(({ From }) => From !== '' && byAddress.has(From))
  return last && byAddress.get(last.From)
}

/** Who is here and has no name yet. */
export const nameless = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ device, status }) => device.Name === '' && status === 'online')
