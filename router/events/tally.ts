import { families } from './catalogue.ts'

/** Topics that are counted one by one; further ones of other programs are counted as `other`. */
const MOST_TOPICS = 256

/** Counts events by topic, those of a family such as `dns:serve:` together. */
export interface Tally {
  count(topic: string): void
  /** The numbers since the start. */
  readonly counts: ReadonlyMap<string, number>
}

export function openTally(): Tally {
  const counts = new Map<string, number>()
  const beginnings = Object.keys(families)
  const nameOf = (topic: string): string => {
    const family = beginnings.find((beginning) => topic.startsWith(beginning))
    if (family !== undefined) return family.slice(0, -1)
    return counts.has(topic) || counts.size < MOST_TOPICS ? topic : 'other'
  }
  return {
    count(topic) {
      const name = nameOf(topic)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    counts,
  }
}
