import type { Clock } from '../machine/machine.ts'
import { openRateLimiter } from '../machine/ratelimit.ts'
import type { Bus } from './bus.ts'

/** Three events, then one a minute. */
const LIMIT = { burst: 3, perSecond: 1 / 60 }

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN: the low byte of SQLite's codes. */
const SQLITE = [8, 10, 13, 14]
const SYSTEM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']

/** Publishes failures to write. */
export function openDiskFailures({ bus, clock }: { bus: Pick<Bus, 'publish'>; clock: Clock }) {
  const limiter = openRateLimiter(clock, LIMIT)
  /** `What` was not written. Other errors are ignored. */
  return (What: string, error: unknown): void => {
    const failure = diskFailureIn(error)
    if (failure && limiter.take('all')) bus.publish('system:disk:failure', { What, Reason: failure.message })
  }
}

/** The error of the disk among an error and its causes. */
function diskFailureIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (SYSTEM.includes(String(code)) || SQLITE.includes(Number(errcode) & 255)) return error
  return diskFailureIn(error.cause)
}
