import type { Clock } from '../machine.ts'

export interface SteppedClock extends Clock {
  /** Let time pass; what falls due runs in its order, each at its own time. */
  step(ms: number): void
}

/** A clock that moves only when it is told to. */
export function steppedClock(start = Date.parse('2026-01-01T00:00:00Z')): SteppedClock {
  let now = start
  const due = new Set<{ at: number; run: () => void }>()
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      due.add(timer)
      return { [Symbol.dispose]: () => void due.delete(timer) }
    },
    step(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        due.delete(next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = end
    },
  }
}
