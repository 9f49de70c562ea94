import type { Clock } from '../../machine/machine.ts'

export interface PaceLimits {
  /** How many may come at once. */
  readonly burst: number
  /** After a burst: how many more each second. */
  readonly perSecond: number
}

/** How often something may happen, for each key of its own. */
export interface Pace {
  /** True when it may happen now, or so many of it; then they have. */
  take(key: string, count?: number): boolean
  /** Whether `take` would return true now. */
  has(key: string, count?: number): boolean
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
    has: (key, count = 1) => leftNow(key, clock.now()) >= count,
    take(key, count = 1) {
      const now = clock.now()
      const left = leftNow(key, now)
      if (left < count) return false
      buckets.set(key, { left: left - count, at: now })
      if (buckets.size > REMEMBERED)
        for (const other of buckets.keys()) if (leftNow(other, now) >= burst) buckets.delete(other)
      return true
    },
  }
}
