import type { Clock } from '../machine/machine.ts'
import type { Database } from './database.ts'

const COPY_MS = 3600_000

interface Deps {
  readonly database: Pick<Database, 'keepCopy'>
  readonly clock: Clock
  /** Do something while no change is under way. */
  readonly between: (work: () => void) => Promise<void>
  readonly onFailure: (what: string, error: unknown) => void
}

/** A copy of the state, now and every hour: what a router goes back to whose state is damaged. */
export function keepCopies({ database, clock, between, onFailure }: Deps): Disposable {
  let timer: Disposable | undefined
  let isClosed = false
  const keep = (): void => {
    // It may have waited for a change while the router stopped.
    if (isClosed) return
    try {
      database.keepCopy()
    } catch (error) {
      onFailure('no copy of the state could be kept', error)
    }
    // SQLite copies nothing while a transaction is open.
    timer = clock.after(COPY_MS, () => void between(keep))
  }
  keep()
  return {
    [Symbol.dispose]() {
      isClosed = true
      timer?.[Symbol.dispose]()
    },
  }
}
