import { z } from 'zod'
import { isRunning } from '../../values/deadline.ts'

const MINUTE = 60_000
const LOCK_MS = 15 * MINUTE
/** Addresses that gave a right code once. The one that did longest ago makes room. */
const MAX_KNOWN = 16

/** What is remembered of the codes that came from an address; times in milliseconds since 1970. */
export const Tries = z.object({
  Failures: z.array(z.int()),
  LockedUntil: z.int(),
  /** When it last gave a right code; 0 for never. */
  Known: z.int(),
})
export type Tries = z.infer<typeof Tries>

/** The row that addresses without a right code so far share. */
export const NEVER_RIGHT = '*'

interface TriesTable {
  get(address: string): Tries | undefined
  put(address: string, tries: Tries): void
  remove(address: string): void
  rows(): Iterable<[string, Tries]>
}

const fresh: Tries = { Failures: [], LockedUntil: 0, Known: 0 }

/**
 * Whether codes from this address are not looked at now. An address is locked by its own wrong codes. Those that never gave a
 * right one share a second, wider limit, so that many addresses do not add up to many guesses. An address that gave a right
 * code before is not locked by wrong codes from others.
 */
export function isLocked(tries: Pick<TriesTable, 'get'>, address: string, now: number): boolean {
  const own = tries.get(address) ?? fresh
  const lasts = ({ LockedUntil }: Tries): boolean => isRunning(LockedUntil, now, LOCK_MS)
  return lasts(own) || (own.Known === 0 && lasts(tries.get(NEVER_RIGHT) ?? fresh))
}

/** Note a wrong code. */
export function noteWrong(tries: TriesTable, address: string, now: number): void {
  const own = tries.get(address) ?? fresh
  forgetOld(tries, now)
  tries.put(address, failed(own, now, { most: 5, withinMs: MINUTE }))
  if (own.Known === 0)
    tries.put(NEVER_RIGHT, failed(tries.get(NEVER_RIGHT) ?? fresh, now, { most: 10, withinMs: LOCK_MS }))
}

/** Note a right code. */
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
