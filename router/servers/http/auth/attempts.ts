import { Locked } from '../../../errors.ts'
import type { Clock } from '../../../machine/machine.ts'
import { isRunning } from '../../../values/deadline.ts'

const MINUTE = 60_000
const WRONG_PASSWORDS = 10
const WINDOW_MS = 15 * MINUTE
const LOCK_SECONDS = 300

/** Maximum number of stored addresses. The one that failed longest ago is deleted first. */
const MAX_ADDRESSES = 4096

interface Record {
  /** The user that each wrong password was tried for, and when it was first tried, by its digest. */
  readonly wrong: Map<string, { readonly name: string; readonly at: number }>
  lockedUntil: number
}

/**
 * Counts the different wrong passwords that come from one address. Ten within 15 minutes lock it for 5; the same wrong
 * one counts once, so a client that holds an old password does not lock its household out. A right password ends the count of
 * those for its own user only: otherwise a user could guess the password of another one.
 */
export interface Attempts {
  /** Throws `Locked` while the address is. */
  admit(address: string): void
  /** Whether this very password was found wrong lately: then it need not be checked again. */
  wasWrong(address: string, digest: string): boolean
  failed(address: string, name: string, digest: string): void
  succeeded(address: string, name: string): void
}

export function openAttempts(clock: Clock): Attempts {
  const records = new Map<string, Record>()
  const isCurrent = (triedAt: number): boolean => isRunning(triedAt + WINDOW_MS, clock.now(), WINDOW_MS)

  return {
    admit(address) {
      if (isRunning(records.get(address)?.lockedUntil ?? 0, clock.now(), LOCK_SECONDS * 1000)) {
        throw new Locked('Too many wrong passwords. Try again in a few minutes.', LOCK_SECONDS)
      }
    },
    wasWrong: (address, digest) => isCurrent(records.get(address)?.wrong.get(digest)?.at ?? Number.NEGATIVE_INFINITY),
    failed(address, name, digest) {
      const record = records.get(address) ?? { wrong: new Map(), lockedUntil: 0 }
      for (const [tried, { at }] of record.wrong) if (!isCurrent(at)) record.wrong.delete(tried)
      if (!record.wrong.has(digest)) record.wrong.set(digest, { name, at: clock.now() })
      if (record.wrong.size >= WRONG_PASSWORDS) {
        record.lockedUntil = clock.now() + LOCK_SECONDS * 1000
        record.wrong.clear()
      }
      records.delete(address)
      records.set(address, record)
      if (records.size > MAX_ADDRESSES) records.delete(records.keys().next().value!)
    },
    succeeded(address, name) {
      const { wrong } = records.get(address) ?? {}
      for (const [digest, tried] of wrong ?? []) if (tried.name === name) wrong?.delete(digest)
    },
  }
}
