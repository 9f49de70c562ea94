import type { Bus } from '../events/bus.ts'
import type { Clock } from '../machine/machine.ts'
import { actAsRouter } from './actor.ts'

/** Setting the system clock sends no event, and on a board without a battery it may jump by years. A check now and then is cheap. */
const LONGEST_WAIT_MS = 5 * 60_000
/** How soon it is tried again when the change was refused. */
const AGAIN_MS = 30_000

interface Deps {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
}

interface Rules {
  /** What it ends, as in "… could not be ended". */
  readonly what: string
  /** Ends what is over; returns the time of the next one, by `now`. */
  readonly due: () => Promise<number>
  /** The clock of all times, in milliseconds: by default the time of day. */
  readonly now?: () => number
  /** What runs out together within so long is ended together. */
  readonly leastWaitMs?: number
}

export interface ExpiryTimer extends Disposable {
  /** Reports when something expires, by `now`. A time that has passed is handled immediately. */
  expect(at: number): void
}

/**
 * Ends entries when they expire. One timer is set to the next expiry: an entry that is added or changed can only bring it
 * nearer, so nothing reads all entries until then.
 */
export function openExpiry({ clock, bus }: Deps, { what, due, now = clock.now, leastWaitMs = 0 }: Rules): ExpiryTimer {
  let timer: Disposable | undefined
  let ringsAt = Number.POSITIVE_INFINITY
  let closed = false

  const expect = (at: number): void => {
    const present = now()
    const next = Math.min(at, present + LONGEST_WAIT_MS)
    if (closed || next >= ringsAt) return
    timer?.[Symbol.dispose]()
    ringsAt = next
    timer = clock.after(Math.max(next - present, leastWaitMs), () => void ring())
  }
  const ring = async (): Promise<void> => {
    ringsAt = Number.POSITIVE_INFINITY
    try {
      expect(await actAsRouter('expiry', due))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const time = new Date(clock.now()).toISOString()
      bus.publish('log:api', { level: 'error', msg: `${what} could not be ended: ${reason}`, time })
      expect(now() + AGAIN_MS)
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
