import type { Bus } from '../events/bus.ts'
import type { Clock } from '../machine/machine.ts'
import { actAsRouter } from './audit/actor.ts'

/** Nobody tells when the time of day is set, on a board without a battery by years; a look now and then costs nothing. */
const LONGEST_WAIT_MS = 5 * 60_000
/** How soon it is tried again when the change was refused. */
const AGAIN_MS = 30_000

interface Parts {
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish'>
}

interface Rules {
  /** What it ends, as in "… could not be ended". */
  readonly what: string
  /** Ends what is over; gives the moment at which the next one will be, in milliseconds since 1970. */
  readonly due: () => Promise<number>
  /** What runs out together within so long is ended together. */
  readonly leastWaitMs?: number
}

export interface Expiry extends Disposable {
  /** Tell of a moment at which something runs out, in milliseconds since 1970; one that has passed is looked at at once. */
  expect(at: number): void
}

/**
 * Ends what has a time, when that time comes. One timer stands at the next such moment: what is added or changed can only
 * bring it nearer, so nothing walks through everything until it rings.
 */
export function openExpiry({ clock, bus }: Parts, { what, due, leastWaitMs = 0 }: Rules): Expiry {
  let timer: Disposable | undefined
  let ringsAt = Number.POSITIVE_INFINITY
  let closed = false

  const expect = (at: number): void => {
    const now = clock.now()
    const next = Math.min(at, now + LONGEST_WAIT_MS)
    if (closed || next >= ringsAt) return
    timer?.[Symbol.dispose]()
    ringsAt = next
    timer = clock.after(Math.max(next - now, leastWaitMs), () => void ring())
  }
  const ring = async (): Promise<void> => {
    ringsAt = Number.POSITIVE_INFINITY
    try {
      expect(await actAsRouter('expiry', due))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const time = new Date(clock.now()).toISOString()
      bus.publish('log:api', { level: 'error', msg: `${what} could not be ended: ${reason}`, time })
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
