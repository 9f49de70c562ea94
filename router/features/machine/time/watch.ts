import { Invalid } from '../../../errors.ts'
import type { Bus } from '../../../events/bus.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import { mentions } from '../../../phrases/phrase.ts'
import type { ClockAtStart } from './raise.ts'
import type { Synchronize } from './synchronize.ts'

const FIRST_RETRY_MS = 2_000
const LONGEST_RETRY_MS = 300_000

interface Deps {
  readonly clock: MonotonicClock
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly atStart: ClockAtStart
  readonly synchronize: Synchronize
  readonly onFailure: (what: string, error: unknown) => void
}

export interface ClockWatch extends Disposable {
  /** Whether the clock is probably behind. */
  readonly isBehind: boolean
}

/**
 * Sets a clock that is probably behind from the time servers, again and again until it works: one that was raised at the start, or with
 * which certificates of DNS upstreams are not valid yet. The clock of other machines is the task of the operating system. It is never
 * set back without an administrator: with an older time, certificates that have expired would count as valid.
 */
export function watchClock({ clock, bus, atStart, synchronize, onFailure }: Deps): ClockWatch {
  let isBehind = false
  let timer: Disposable | undefined
  let retryMs = FIRST_RETRY_MS
  let isClosed = false

  const attempt = async (): Promise<void> => {
    try {
      const offset = await synchronize({ forwards: true })
      if (offset > 0) bus.publish('system:time:sync', { ip: '', status: 'ok' })
      isBehind = false
    } catch (error) {
      if (!(error instanceof Invalid)) onFailure('the clock could not be set', error)
      if (isClosed || !isBehind) return
      timer = clock.after(retryMs, attempt)
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    }
  }
  const begin = (): void => {
    if (isBehind) return
    isBehind = true
    retryMs = FIRST_RETRY_MS
    timer = clock.after(0, attempt)
  }

  const health = bus.subscribe('dns:health', ({ Coded }) => {
    if (Coded && mentions(Coded, 'internet.certificateNotYetValid')) begin()
  })
  const set = bus.subscribe('system:time:sync', ({ status }) => {
    if (status !== 'ok') return
    isBehind = false
    timer?.[Symbol.dispose]()
  })
  if (atStart !== 'plausible') begin()
  return {
    get isBehind() {
      return isBehind
    },
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
      health[Symbol.dispose]()
      set[Symbol.dispose]()
    },
  }
}
