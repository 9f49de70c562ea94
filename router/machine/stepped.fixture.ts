import type { Clock } from './machine.ts'

/** A clock that advances only when it is stepped. */
export interface SteppedClock extends Clock {
  /** Let time pass; whatever falls due runs in its order, each at its own moment, and what it starts may fall due too. */
  step(ms: number): Promise<void>
}

/** Time for tests: `start` is in milliseconds since 1970. */
export function openSteppedClock(start = Date.UTC(2024, 2, 1, 10)): SteppedClock {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  let now = start
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return { [Symbol.dispose]: () => void timers.delete(timer) }
    },
    async step(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        now = next.at
        next.run()
        await settled()
      }
      now = end
      await settled()
    },
  }
}

/** Resolves when all that is ready to run has run: promises that wait for nothing outside are through. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
