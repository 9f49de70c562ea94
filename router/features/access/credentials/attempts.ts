import { Locked } from '../../../errors.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import { phrase } from '../../../phrases/phrase.ts'

const MINUTE = 60_000
const WRONG_PASSWORDS = 10
/** From all pages of other origins at one address: a page can have any number of origins, and a program can invent them. */
const WRONG_OF_PAGES = 30
const WINDOW_MS = 15 * MINUTE
const LOCK_SECONDS = 300

/** Maximum length of an origin that is stored: a name of 253 characters, its scheme and port. */
const MOST_ORIGIN = 272

/** Maximum number of stored sources. The one that failed longest ago is deleted first. */
const MAX_SOURCES = 4096

interface Record {
  /** The user that each wrong password was tried for, and when it was first tried, by its digest. */
  readonly wrong: Map<string, { readonly name: string; readonly at: number }>
  lockedUntil: number
}

/** Where a password comes from. */
export interface AttemptSource {
  readonly address: string
  /** The origin of the page that sent it, if that is not a page of this router. */
  readonly origin?: string | undefined
}

/** What counts together: those of an address, or those of an origin at an address and those of all other origins there. */
function countersOf({ address, origin }: AttemptSource): readonly { readonly key: string; readonly most: number }[] {
  if (origin === undefined) return [{ key: address, most: WRONG_PASSWORDS }]
  return [
    { key: `${address} ${origin.slice(0, MOST_ORIGIN)}`, most: WRONG_PASSWORDS },
    { key: pagesOf(address), most: WRONG_OF_PAGES },
  ]
}

/** The key of all pages of other origins at an address. */
export const pagesOf = (address: string): string => `${address} *`

/**
 * Counts the different wrong passwords that come from one address. Ten within 15 minutes lock it for 5; the same wrong
 * one counts once, so a client that holds an old password does not lock its household out. A right password ends the count of
 * those for its own user only: otherwise a user could guess the password of another one.
 *
 * Any page can make a browser try passwords here. Those of pages of other origins are counted separately, so that such a page does not
 * lock out the owner whose browser shows it.
 */
export interface Attempts {
  /** Throws `Locked` while the source is. */
  admit(source: AttemptSource): void
  /** Whether this very password was found wrong lately: then it need not be checked again. */
  wasWrong(source: AttemptSource, digest: string): boolean
  failed(source: AttemptSource, name: string, digest: string): void
  succeeded(source: AttemptSource, name: string): void
}

export function openAttempts(clock: MonotonicClock): Attempts {
  const records = new Map<string, Record>()
  const isCurrent = (triedAt: number): boolean => triedAt + WINDOW_MS > clock.monotonic()

  return {
    admit(source) {
      for (const { key } of countersOf(source))
        if ((records.get(key)?.lockedUntil ?? Number.NEGATIVE_INFINITY) > clock.monotonic())
          throw new Locked(phrase('access.wrongPasswordsThrottled'), LOCK_SECONDS)
    },
    wasWrong: (source, digest) =>
      countersOf(source).every(({ key }) =>
        isCurrent(records.get(key)?.wrong.get(digest)?.at ?? Number.NEGATIVE_INFINITY),
      ),
    failed(source, name, digest) {
      for (const { key, most } of countersOf(source)) {
        const record = records.get(key) ?? { wrong: new Map(), lockedUntil: Number.NEGATIVE_INFINITY }
        for (const [tried, { at }] of record.wrong) if (!isCurrent(at)) record.wrong.delete(tried)
        if (!record.wrong.has(digest)) record.wrong.set(digest, { name, at: clock.monotonic() })
        if (record.wrong.size >= most) {
          record.lockedUntil = clock.monotonic() + LOCK_SECONDS * 1000
          record.wrong.clear()
        }
        records.delete(key)
        records.set(key, record)
        if (records.size > MAX_SOURCES) records.delete(records.keys().next().value!)
      }
    },
    succeeded(source, name) {
      for (const { key } of countersOf(source)) {
        const { wrong } = records.get(key) ?? {}
        for (const [digest, tried] of wrong ?? []) if (tried.name === name) wrong?.delete(digest)
      }
    },
  }
}
