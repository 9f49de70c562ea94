import type { Clock } from '../../machine/machine.ts'

/** A difference of the two clocks that is at least this large is a step. Smaller ones come from adjusting the rate of the clock. */
const LEAST_STEP_MS = 5000

/** A clock that reports when the time of day is set. */
export interface StepClock extends Clock {
  /**
   * Calls back when the time of day has been set, with the difference in milliseconds, positive if it was set forward. Until the listener
   * has finished, `now` continues as before the step: what is stored with an end is corrected before anything reads the new time. There is
   * one listener.
   */
  onStep(listener: (differenceMs: number) => Promise<void>): void
}

/** Compares the time of day with the monotonic clock whenever it is read. */
export function openStepClock(clock: Clock): StepClock {
  const difference = (): number => clock.now() - clock.monotonic()
  let accepted = difference()
  let isCorrecting = false
  let listener: ((differenceMs: number) => Promise<void>) | undefined

  async function correct(notify: NonNullable<typeof listener>): Promise<void> {
    isCorrecting = true
    // Not within the change that may be reading the time.
    await Promise.resolve()
    const next = difference()
    try {
      await notify(next - accepted)
    } finally {
      accepted = next
      isCorrecting = false
    }
  }

  return {
    monotonic: clock.monotonic,
    after: clock.after,
    now() {
      const step = difference() - accepted
      if (!isCorrecting) {
        if (Math.abs(step) < LEAST_STEP_MS || !listener) {
          accepted += step
          return clock.now()
        }
        // The listener reports its failures.
        void correct(listener).catch(() => undefined)
      }
      return clock.monotonic() + accepted
    },
    onStep(given) {
      listener = given
    },
  }
}
