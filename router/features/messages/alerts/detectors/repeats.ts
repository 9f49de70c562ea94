import type { MonotonicClock } from '../../../../machine/machine.ts'

/** How often something has happened. */
export interface Repeat {
  readonly Count: number
  /** Between the first and the last time. */
  readonly Seconds: number
}

/** Counts events by key. */
export interface Repeats {
  /** Counts one; returns the number once there are `count` within `withinMs`, and then nothing for `withinMs`. */
  add(key: string): Repeat | undefined
}

interface Counted {
  /** Of the last ones, at most `count`; oldest first. */
  readonly times: number[]
  quietUntil: number
}

/** Counts at most `mostKeys` keys, those that were counted most recently. */
export function openRepeats({
  clock,
  count,
  withinMs,
  mostKeys,
}: {
  clock: Pick<MonotonicClock, 'monotonic'>
  count: number
  withinMs: number
  mostKeys: number
}): Repeats {
  const counted = openRecent(mostKeys, (): Counted => ({ times: [], quietUntil: Number.NEGATIVE_INFINITY }))
  return {
    add(key) {
      const now = clock.monotonic()
      const entry = counted(key)
      const { times } = entry
      times.push(now)
      while (times.length > count || times[0]! <= now - withinMs) times.shift()
      const isQuiet = now < entry.quietUntil
      if (times.length < count || isQuiet) return undefined
      const repeat = { Count: times.length, Seconds: Math.round((now - times[0]!) / 1000) }
      entry.quietUntil = now + withinMs
      times.length = 0
      return repeat
    },
  }
}

/**
 * Returns a function that returns the value of a key, created when it is missing. Of more than `most` keys, the least recently used one
 * is dropped: hosts on the network invent addresses and names.
 */
export function openRecent<T>(most: number, create: () => T): (key: string) => T {
  const values = new Map<string, T>()
  return (key) => {
    const value = values.has(key) ? values.get(key)! : create()
    values.delete(key)
    values.set(key, value)
    if (values.size > most) for (const oldest of values.keys()) if (values.delete(oldest)) break
    return value
  }
}
