import type { Answer } from '../../wire/dns/answer.ts'

/** A cached answer. Times are the clock's, in milliseconds. */
export interface CachedAnswer {
  readonly answer: Answer
  /** When it was received. */
  readonly at: number
  /** When it expires. */
  readonly until: number
  /** After a failed refresh: not refreshed again before this time. */
  retryAt: number
}

export interface Cache {
  readonly size: number
  get(key: string): CachedAnswer | undefined
  put(key: string, answer: Answer, at: number, until: number): void
  remove(key: string): void
}

const MOST_ENTRIES = 20_000
const MOST_BYTES = 16 << 20
/** A target takes this much, although it may be two bytes of the message. */
const LONGEST_NAME = 255

interface Entry extends CachedAnswer {
  /** Read since it was last considered for eviction. */
  used: boolean
}

/** Bounded in number and in bytes. Evicts by second chance: the oldest entry that has not been read since it last was the oldest. */
export function openCache(mostEntries = MOST_ENTRIES, mostBytes = MOST_BYTES): Cache {
  // A Map iterates in the order of insertion: the first entry is the oldest. Reinserting each hit would cost more than the look-up.
  const entries = new Map<string, Entry>()
  let bytes = 0
  // Continues where it stopped: a new iterator would pass all entries deleted since the Map last grew.
  let oldest = entries.entries()
  const next = (): [string, Entry] | undefined => {
    const { value } = oldest.next()
    if (value) return value
    oldest = entries.entries()
    return oldest.next().value
  }

  const remove = (key: string): void => {
    const entry = entries.get(key)
    if (entry && entries.delete(key)) bytes -= sizeOf(key, entry.answer)
  }
  const makeRoom = (size: number): void => {
    while (entries.size >= mostEntries || bytes + size > mostBytes) {
      const found = next()
      if (!found) return
      const [key, entry] = found
      if (entry.used) {
        entry.used = false
        entries.delete(key)
        entries.set(key, entry)
      } else remove(key)
    }
  }
  return {
    get size() {
      return entries.size
    },
    get(key) {
      const entry = entries.get(key)
      if (entry) entry.used = true
      return entry
    },
    put(key, answer, at, until) {
      const size = sizeOf(key, answer)
      remove(key)
      makeRoom(size)
      entries.set(key, { answer, at, until, retryAt: 0, used: false })
      bytes += size
    },
    remove,
  }
}

/** About the bytes that an entry takes, with its objects. */
const sizeOf = (key: string, { bytes, ttlAt, cnameTargets, serviceTargets }: Answer): number =>
  key.length + bytes.length + 8 * ttlAt.length + LONGEST_NAME * (cnameTargets.length + serviceTargets.length) + 300
