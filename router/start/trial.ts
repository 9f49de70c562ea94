import type { Machine, MonotonicClock } from '../machine/machine.ts'

/** The longest that changes are refused, also if the program that checks this release was killed. */
const LONGEST_MS = 120_000

interface Deps {
  readonly machine: Pick<Machine, 'readFile'>
  readonly clock: MonotonicClock
  /** It exists while this release is on trial (`install/update/trial.ts`). */
  readonly file: string | undefined
}

/** Returns whether this release, which has started now, is on trial. */
export function openTrialNotice({ machine, clock, file }: Deps): () => boolean {
  const began = clock.monotonic()
  return () => file !== undefined && clock.monotonic() - began < LONGEST_MS && machine.readFile(file) !== undefined
}
