import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Change, Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import { actAsRouter } from '../audit/actor.ts'
import type { KeptOverride } from './override.ts'
import type { Pause } from './pause.ts'

/** The time of day may be set meanwhile; a look now and then costs nothing. */
const LONGEST_WAIT_MS = 60_000
/** How soon it is tried again when the change was refused. */
const RETRY_MS = 5_000

interface Parts {
  readonly facts: Facts
  readonly change: Change
  readonly bus: Pick<Bus, 'publish'>
  readonly clock: Clock
}

export interface FilterExpiry extends Disposable {
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

/** Takes overrides and pauses out of the facts when their time is up: so what is in force is always what the facts say. */
export function openFilterExpiry({ facts, change, bus, clock }: Parts): FilterExpiry {
  let timer: Disposable | undefined
  let ringsAt = Number.POSITIVE_INFINITY
  let closed = false

  const ringAt = (at: number): void => {
    if (closed || at >= ringsAt) return
    timer?.[Symbol.dispose]()
    ringsAt = at
    timer = clock.after(Math.min(Math.max(0, at - clock.now()), LONGEST_WAIT_MS), () => void ring())
  }
  const ring = async (): Promise<void> => {
    ringsAt = Number.POSITIVE_INFINITY
    try {
      await actAsRouter('expiry', () => endWhatIsOver(facts, change, clock.now()))
      const next = Math.min(...ends(facts))
      if (next < Number.POSITIVE_INFINITY) ringAt(Math.min(next, clock.now() + LONGEST_WAIT_MS))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const time = new Date(clock.now()).toISOString()
      bus.publish('log:api', { level: 'error', msg: `an override or a pause could not be ended: ${reason}`, time })
      ringAt(clock.now() + RETRY_MS)
    }
  }
  void ring()
  return {
    learn(entries) {
      for (const { table, after } of entries) {
        if (table === 'overrides' && after) ringAt(endOfOverride(after as KeptOverride))
        if (table === 'pauses' && after) ringAt(endOfPause(after as Pause))
      }
    },
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}

/** In milliseconds since 1970. */
const endOfOverride = ({ Expiration }: KeptOverride): number =>
  Expiration === 0 ? Number.POSITIVE_INFINITY : Expiration * 1000
const endOfPause = ({ Until }: Pause): number => Until * 1000

function* ends({ overrides, pauses }: Facts): Generator<number> {
  for (const override of overrides.values()) yield endOfOverride(override)
  for (const pause of pauses.values()) yield endOfPause(pause)
}

async function endWhatIsOver(facts: Facts, change: Change, now: number): Promise<void> {
  if (!ends(facts).some((end) => end <= now)) return
  await change((draft) => {
    for (const [key, override] of [...draft.overrides.rows()])
      if (endOfOverride(override) <= now) draft.overrides.remove(key)
    for (const [key, pause] of [...draft.pauses.rows()]) if (endOfPause(pause) <= now) draft.pauses.remove(key)
  })
}
