import type { Answer } from '../../wire/dns/answer.ts'

/** An answer that is kept. Times are the clock's, in milliseconds. */
export interface Kept {
  readonly answer: Answer
  /** When it came. */
  readonly at: number
  /** It holds until then. */
  readonly until: number
  /** After a failed attempt to renew it: not tried again before. */
  retryAt: number
}

export interface Cache {
  readonly size: number
  get(key: string): Kept | undefined
  put(key: string, answer: Answer, at: number, until: number): void
  remove(key: string): void
}

const MOST_ENTRIES = 20_000
const MOST_BYTES = 16 << 20

interface Entry extends Kept {
  /** Asked for since it was last in danger. */
  used: boolean
}

/** Bounded in number and in bytes. What must go is the oldest that nobody has asked for since it last was the oldest. */
export function openCache(mostEntries = MOST_ENTRIES, mostBytes = MOST_BYTES): Cache {
  // A Map remembers the order of insertion: the first one is the oldest. To put a hit in anew each time would cost more than the look-up.
  const entries = new Map<string, Entry>()
  let bytes = 0
  // It goes on where it stopped: a Map is searched from its start past all that was deleted there since it last grew.
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

/** About what an entry costs; the objects around the bytes count for something too. */
const sizeOf = (key: string, answer: Answer): number => key.length + answer.bytes.length + 8 * answer.ttlAt.length + 300
