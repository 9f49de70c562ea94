import type { Clock } from '../../machine/machine.ts'

export interface PaceLimits {
  /** How many may come at once. */
  readonly burst: number
  /** After a burst: how many more each second. */
  readonly perSecond: number
}

/** How often something may happen, for each key of its own. */
export interface Pace {
  /** True when it may happen now; then it has. */
  take(key: string): boolean
}

/** Keys are forgotten when they have been quiet for long enough to have their whole burst again. */
const REMEMBERED = 1024

export function openPace(clock: Clock, { burst, perSecond }: PaceLimits): Pace {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>()
  const leftNow = (key: string, now: number): number => {
    const bucket = buckets.get(key)
    return bucket ? Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond) : burst
  }
  return {
    take(key) {
      const now = clock.now()
      const left = leftNow(key, now)
      if (left < 1) return false
      buckets.set(key, { left: left - 1, at: now })
      if (buckets.size > REMEMBERED)
        for (const other of buckets.keys()) if (leftNow(other, now) >= burst) buckets.delete(other)
      return true
    },
  }
}
