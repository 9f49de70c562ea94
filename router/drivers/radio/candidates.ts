import type { MonotonicClock } from '../../machine/machine.ts'
import { openRateLimiter } from '../../machine/ratelimit.ts'
import type { Mac } from '../../values/mac.ts'

/** Unknown stations that are offered passphrases at the same time: anyone in range can send frames from many addresses. */
const MOST_STATIONS = 8
/** To one station. */
const ATTEMPTS = { burst: 16, perSecond: 0.2 }
/** To all of them. Each offer makes hostapd derive the keys of all devices again. */
const OFFERS = { burst: 8, perSecond: 2 }
/** A station that pauses for longer begins anew. wpa_supplicant pauses for 10 s, then 20 s, and so on. */
export const LAPSE_MS = 60_000

export interface Offer {
  /** The waiting device whose passphrase the station's next attempt is compared with; undefined: none. */
  readonly identity: string | undefined
  /** Whether the station has tried every passphrase. */
  readonly isExhausted: boolean
}

/**
 * Which of several waiting passphrases an unknown station tries next over WPA3, where an access point has to choose one before the
 * station proves which one it has. Stations repeat a failed attempt automatically.
 */
export interface Candidates {
  /**
   * After a failed attempt of this station with the passphrase of `tried`, if that is certain; `waiting` begins with the one of a
   * first attempt. An attempt that began before the last offer counts for nothing.
   */
  next(mac: Mac, waiting: readonly string[], tried: string | undefined): Offer
  /** Removes the stations that have not tried for a while, and returns them. */
  lapse(): readonly Mac[]
  readonly size: number
}

export function openCandidates(clock: MonotonicClock): Candidates {
  const stations = new Map<
    Mac,
    { readonly failures: number; readonly offered: string | undefined; readonly at: number }
  >()
  const offers = openRateLimiter(clock, OFFERS)
  const attempts = openRateLimiter(clock, ATTEMPTS)
  const isLapsed = ({ at }: { at: number }): boolean => clock.monotonic() - at >= LAPSE_MS
  return {
    next(mac, waiting, tried) {
      const before = stations.get(mac)
      const isEarlier = before?.offered !== undefined && waiting.includes(before.offered) && before.offered !== tried
      if (isEarlier) return { identity: undefined, isExhausted: false }
      const failures = (before && !isLapsed(before) ? before.failures : 0) + 1
      const isExhausted = failures >= waiting.length
      const isOffered =
        waiting.length > 1 &&
        (before !== undefined || stations.size < MOST_STATIONS) &&
        attempts.take(mac) &&
        offers.take('')
      const identity = isOffered ? waiting[failures % waiting.length] : undefined
      if (isOffered || before)
        stations.set(mac, { failures, offered: identity ?? before?.offered, at: clock.monotonic() })
      return { identity, isExhausted }
    },
    lapse() {
      const lapsed = [...stations].flatMap(([mac, station]) => (isLapsed(station) ? mac : []))
      for (const mac of lapsed) stations.delete(mac)
      return lapsed
    },
    get size() {
      return stations.size
    },
  }
}
