import type { MonotonicClock } from './machine.ts'

export interface RateLimit {
  /** Size of the bucket. */
  readonly burst: number
  /** Refill rate. */
  readonly perSecond: number
}

/** Limits the rate of events for each key. */
export interface RateLimiter {
  /** Takes `count` tokens from the key's bucket; false, and takes none, if it has fewer. */
  take(key: string, count?: number): boolean
  /** Whether `take` would return true now. */
  has(key: string, count?: number): boolean
}

/** With more keys than this, those with a full bucket are removed. */
const MAX_KEYS = 1024

/** A token bucket for each key. */
export function openRateLimiter(clock: MonotonicClock, { burst, perSecond }: RateLimit): RateLimiter {
  const buckets = new Map<string, { readonly left: number; readonly at: number }>()
  const leftNow = (key: string, now: number): number => {
    const bucket = buckets.get(key)
    if (!bucket) return burst
    return Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond)
  }
  return {
    has: (key, count = 1) => leftNow(key, clock.monotonic()) >= count,
    take(key, count = 1) {
      const now = clock.monotonic()
      const left = leftNow(key, now)
      if (left < count) return false
      buckets.set(key, { left: left - count, at: now })
      if (buckets.size > MAX_KEYS)
        for (const other of buckets.keys()) if (leftNow(other, now) >= burst) buckets.delete(other)
      return true
    },
  }
}
