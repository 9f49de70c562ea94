import type { Clock } from './machine.ts'

/** Clocks that advance only when they are stepped. */
export interface SteppedClock extends Clock {
  /** Sets the time of day ahead by `ms`, or back: the monotonic clock and timers are unaffected. */
  set(ms: number): void
  /** Advances the time. Due timers run in order, each at its own time, including those that they start. */
  step(ms: number): Promise<void>
}

/** A stepped clock. `start` is in milliseconds since 1970. */
export function openSteppedClock(start = Date.UTC(2024, 2, 1, 10)): SteppedClock {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  let now = start
  let ahead = 0
  return {
    now: () => now + ahead,
    monotonic: () => now,
    set(ms) {
      ahead += ms
    },
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return { [Symbol.dispose]: () => void timers.delete(timer) }
    },
    async step(ms) {
      const end = now + ms
      const due = () => [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      for (;;) {
        let next = due()
        if (!next) {
          // What was started before may set timers.
          await settled()
          next = due()
        }
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

/** Turns of the event loop that work may take between two timers. */
const TURNS = 8

/** Resolves after promises that wait for no I/O have settled, also if their work is done in some turns of the event loop. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}
