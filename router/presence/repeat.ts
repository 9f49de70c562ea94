import type { MonotonicClock } from '../machine/machine.ts'

export interface Repeated extends Disposable {
  /** Begins a round now, or when the present one has ended. */
  soon(): void
}

interface Options {
  readonly clock: MonotonicClock
  /** One round, such as a test of all uplinks. */
  readonly round: () => Promise<void>
  /** The pause before the next round, in milliseconds, after one that took `tookMs`. Not used if a round was requested during the last one. */
  readonly pauseMs: (tookMs: number) => number
  /** No pause is shorter. */
  readonly leastMs?: number
  readonly onFailure: (error: unknown) => void
}

/** Repeats rounds until it is disposed of, one at a time, the first one immediately. A round that fails is followed by the next. */
export function openRepeated({ clock, round, pauseMs, leastMs = 0, onFailure }: Options): Repeated {
  let timer: Disposable | undefined
  let isRunning = false
  let isRequested = false
  let isClosed = false

  const soon = async (): Promise<void> => {
    isRequested = isRunning
    if (isRunning || isClosed) return
    isRunning = true
    timer?.[Symbol.dispose]()
    const startedAt = clock.monotonic()
    try {
      await round()
    } catch (error) {
      onFailure(error)
    }
    isRunning = false
    if (isClosed) return
    const pause = isRequested ? 0 : pauseMs(clock.monotonic() - startedAt)
    isRequested = false
    timer = clock.after(Math.max(pause, leastMs), () => void soon())
  }
  void soon()

  return {
    soon: () => void soon(),
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
    },
  }
}
