import { z } from 'zod'
import { ADMIN } from './onetime.ts'

const MINUTE = 60_000
const LOCK_MS = 15 * MINUTE
/** Maximum number of stored addresses that sent a right code. A further one replaces the oldest. */
const MAX_KNOWN = 16

/** Attempts from one address; times in milliseconds since 1970. */
export const Tries = z.object({
  Failures: z.array(z.int()),
  LockedUntil: z.int(),
  /** Time of the last right code; 0 for never. */
  Known: z.int(),
})
export type Tries = z.infer<typeof Tries>

/** The row that addresses without a right code share. */
export const NEVER_RIGHT = '*'

interface TriesTable {
  get(address: string): Tries | undefined
  put(address: string, tries: Tries): void
  remove(address: string): void
  rows(): Iterable<[string, Tries]>
}

const fresh: Tries = { Failures: [], LockedUntil: 0, Known: 0 }

/**
 * Whether codes from this address are locked. An address is locked by its own wrong codes. Addresses that never sent a right code
 * share a second, wider limit, which bounds guesses from many addresses. An address that sent a right code before is not locked
 * by wrong codes from others.
 */
export function isLocked(tries: Pick<TriesTable, 'get'>, address: string, now: number): boolean {
  const own = tries.get(address) ?? fresh
  const lasts = ({ LockedUntil }: Tries): boolean => isRunning(LockedUntil, now, LOCK_MS)
  return lasts(own) || (own.Known === 0 && lasts(tries.get(NEVER_RIGHT) ?? fresh))
}

/** The attempts at the codes of one user. Rows of `admin` have the address alone as their key, as those of older versions. */
export function triesOf(tries: TriesTable, name: string): TriesTable {
  const prefix = name === ADMIN ? '' : `${name} `
  return {
    get: (address) => tries.get(prefix + address),
    put: (address, row) => tries.put(prefix + address, row),
    remove: (address) => tries.remove(prefix + address),
    *rows() {
      for (const [key, row] of tries.rows())
        if (prefix ? key.startsWith(prefix) : !key.includes(' ')) yield [key.slice(prefix.length), row]
    },
  }
}

/** Records a wrong code. */
export function noteWrong(tries: TriesTable, address: string, now: number): void {
  const own = tries.get(address) ?? fresh
  forgetOld(tries, now)
  tries.put(address, failed(own, now, { most: 5, withinMs: MINUTE }))
  if (own.Known === 0)
    tries.put(NEVER_RIGHT, failed(tries.get(NEVER_RIGHT) ?? fresh, now, { most: 10, withinMs: LOCK_MS }))
}

/** Records a right code. */
export function noteRight(tries: TriesTable, address: string, now: number): void {
  tries.put(address, { ...fresh, Known: now })
  const known = [...tries.rows()].filter(([, one]) => one.Known > 0).sort(([, a], [, b]) => b.Known - a.Known)
  for (const [oldest] of known.slice(MAX_KNOWN)) tries.remove(oldest)
}

function failed(tries: Tries, now: number, { most, withinMs }: { most: number; withinMs: number }): Tries {
  const Failures = [...tries.Failures.filter((at) => at > now - withinMs && at <= now), now]
  return Failures.length < most ? { ...tries, Failures } : { ...tries, Failures: [], LockedUntil: now + LOCK_MS }
}

/** The shared limit bounds the number of other rows within the time of a lock; older rows are deleted. */
function forgetOld(tries: TriesTable, now: number): void {
  for (const [address, { Failures, LockedUntil, Known }] of [...tries.rows()]) {
    const latest = Math.max(LockedUntil, ...Failures.map((at) => at + LOCK_MS))
    if (Known === 0 && !isRunning(latest, now, LOCK_MS)) tries.remove(address)
  }
}

/**
 * Whether a time limit of at most `longestMs` is still running. `until` and `now` are in milliseconds since 1970. A limit that is
 * further ahead was set before the clock was set back, and counts as expired: without a clock battery that may be years.
 */
const isRunning = (until: number, now: number, longestMs: number): boolean => until > now && until - now <= longestMs
