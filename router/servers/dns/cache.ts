import type { Answer } from '../../wire/dns/answer.ts'

/** An answer that is kept. */
export interface Kept {
  readonly answer: Answer
  /** When it came, in milliseconds. */
  readonly at: number
  /** After a failed attempt to renew it: not tried again before. */
  retryAt: number
}

export interface Cache {
  readonly size: number
  get(key: string): Kept | undefined
  put(key: string, answer: Answer, at: number): void
  remove(key: string): void
}

const MOST_ENTRIES = 20_000
const MOST_BYTES = 16 << 20

/** Bounded in number and in bytes; what was not asked for longest goes first. */
export function openCache(mostEntries = MOST_ENTRIES, mostBytes = MOST_BYTES): Cache {
  // A Map remembers the order of insertion: a hit is put in again at the end, the first one is the oldest.
  const entries = new Map<string, Kept>()
  let bytes = 0

  const remove = (key: string): void => {
    const kept = entries.get(key)
    if (kept && entries.delete(key)) bytes -= sizeOf(key, kept.answer)
  }
  return {
    get size() {
      return entries.size
    },
    get(key) {
      const kept = entries.get(key)
      if (!kept) return undefined
      entries.delete(key)
      entries.set(key, kept)
      return kept
    },
    put(key, answer, at) {
      remove(key)
      entries.set(key, { answer, at, retryAt: 0 })
      bytes += sizeOf(key, answer)
      while (entries.size > mostEntries || bytes > mostBytes) remove(entries.keys().next().value as string)
    },
    remove,
  }
}

/** About what an entry costs; the objects around the bytes count for something too. */
const sizeOf = (key: string, answer: Answer): number => key.length + answer.bytes.length + 8 * answer.ttlAt.length + 300
