import type { Clock } from '../../machine/machine.ts'

/** Leases that run out are looked for at most this often. */
const LEAST_WAIT_MS = 1_000
/** How soon a lease is tried again that could not be forgotten. */
const AGAIN_MS = 30_000
/** A timer cannot wait longer than 2^31 ms. */
const LONGEST_WAIT_MS = 24 * 3600_000

export interface Expiry extends Disposable {
  /** Tell of every moment at which something will run out. */
  expect(at: number): void
}

/**
 * One timer, set for the first lease that runs out. `due` ends what has run out and gives the moment at which the next one
 * will, if there is one.
 */
export function openExpiry(clock: Clock, due: () => Promise<number | undefined>): Expiry {
  let timer: Disposable | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let closed = false

  const expect = (at: number): void => {
    if (closed || at >= timerAt) return
    timer?.[Symbol.dispose]()
    timerAt = at
    const wait = Math.min(Math.max(at - clock.now(), LEAST_WAIT_MS), LONGEST_WAIT_MS)
    timer = clock.after(wait, () => void ring())
  }
  const ring = async (): Promise<void> => {
    timerAt = Number.POSITIVE_INFINITY
    try {
      const next = await due()
      if (next !== undefined) expect(next)
    } catch {
      // The facts could not be changed now, and who changes them has said why.
      expect(clock.now() + AGAIN_MS)
    }
  }

  return {
    expect,
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}
