import type { Clock } from './machine.ts'

export interface RateLimit {
  /** How many may come at once. */
  readonly burst: number
  /** After a burst: how many more each second. */
  readonly perSecond: number
}

/** Limits how often something happens, for each key of its own. */
export interface RateLimiter {
  /** Takes `count` of what the key has left; false, and takes nothing, where that is too little. */
  take(key: string, count?: number): boolean
  /** Whether `take` would return true now. */
  has(key: string, count?: number): boolean
}

/** With more keys than this, those that have their whole burst again are forgotten. */
const MAX_KEYS = 1024

/** A token bucket for each key. */
export function openRateLimiter(clock: Clock, { burst, perSecond }: RateLimit): RateLimiter {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>()
  const leftNow = (key: string, now: number): number => {
    const bucket = buckets.get(key)
    if (!bucket) return burst
    // The clock was set back: the bucket fills from here on, and not only once its time has come again.
    if (now < bucket.at) buckets.set(key, { left: bucket.left, at: now })
    return Math.min(burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * perSecond)
  }
  return {
    has: (key, count = 1) => leftNow(key, clock.now()) >= count,
    take(key, count = 1) {
      const now = clock.now()
      const left = leftNow(key, now)
      if (left < count) return false
      buckets.set(key, { left: left - count, at: now })
      if (buckets.size > MAX_KEYS)
        for (const other of buckets.keys()) if (leftNow(other, now) >= burst) buckets.delete(other)
      return true
    },
  }
}
