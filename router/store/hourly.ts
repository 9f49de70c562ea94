import type { Clock } from '../machine/machine.ts'
import type { Database } from './database.ts'

const COPY_MS = 3600_000

interface Deps {
  readonly database: Pick<Database, 'keepCopy'>
  readonly clock: Clock
  /** Runs work between changes. */
  readonly between: (work: () => void) => Promise<void>
  readonly onFailure: (what: string, error: unknown) => void
}

/** Saves a copy of the state, now and every hour, to restore if the state is damaged. */
export function keepCopies({ database, clock, between, onFailure }: Deps): Disposable {
  let timer: Disposable | undefined
  let isClosed = false
  const keep = (): void => {
    // The router may have stopped while this waited for a change.
    if (isClosed) return
    try {
      database.keepCopy()
    } catch (error) {
      onFailure('no copy of the state could be kept', error)
    }
    // SQLite cannot copy during a transaction.
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
