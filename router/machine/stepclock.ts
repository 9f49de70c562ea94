import type { Clock } from './machine.ts'

/** A difference of the two clocks that is at least this large is a step. Smaller ones come from adjusting the rate of the clock. */
const LEAST_STEP_MS = 5000

/** Called when the time of day has been set, with the difference in milliseconds, positive if it was set forward. */
export type StepListener = (differenceMs: number, accept: () => void) => Promise<void>

/** A clock that reports when the time of day is set. */
export interface StepClock extends Clock {
  /**
   * Until the listener calls `accept`, `now` continues as before the step: the listener corrects what is stored with an end, and accepts in
   * the same transaction, so that nothing compares ends of one time with the other time. There is one listener.
   */
  onStep(listener: StepListener): void
  /** Resolves when no step is being corrected: an end that is computed before would be corrected twice, or not at all. */
  settled(): Promise<void>
}

/** Compares the time of day with the monotonic clock whenever it is read. */
export function openStepClock(clock: Clock): StepClock {
  const difference = (): number => clock.now() - clock.monotonic()
  let accepted = difference()
  let correcting: Promise<void> | undefined
  let listener: StepListener | undefined

  async function correct(notify: StepListener): Promise<void> {
    // Not within the change that may be reading the time.
    await Promise.resolve()
    const next = difference()
    const accept = (): void => {
      accepted = next
    }
    try {
      await notify(next - accepted, accept)
    } finally {
      accept()
      correcting = undefined
    }
  }

  const now = (): number => {
    const step = difference() - accepted
    if (!correcting) {
      if (Math.abs(step) < LEAST_STEP_MS || !listener) {
        accepted += step
        return clock.now()
      }
      // The listener reports its failures.
      correcting = correct(listener).catch(() => undefined)
    }
    return clock.monotonic() + accepted
  }

  return {
    monotonic: clock.monotonic,
    after: clock.after,
    now,
    onStep(given) {
      listener = given
    },
    async settled() {
      now()
      await correcting
    },
  }
}
