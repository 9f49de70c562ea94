import { randomInt } from 'node:crypto'
import type { Clock } from '../../machine/machine.ts'
import { ipToNumber } from '../../values/ip.ts'
import { FLAG, HEADER_SIZE } from '../../wire/dns/constants.ts'
import { lowerTtls } from '../../wire/dns/reply.ts'
import type { Counters } from './counters.ts'
import type { Happening } from './message.ts'
import type { Finding, Recorder } from './recorder.ts'
import type { Asked, Outcome, Verdict } from './stage.ts'

/**
 * What was answered is answered again. A question that has the very bytes of one that was answered before (but for its ID
 * and the case of its letters), from the same address, gets the same bytes without being read and without a walk down the
 * list: same rules, same limits, same options. Anything else is for the list.
 */
export interface Memo {
  /** Writes the answer over the question, as `AnswerInPlace` does; 0 when none is known. */
  repeat(places: Buffer, at: number, length: number, ip: number, port: number): number
  /** Remember what came of a question, as far as its outcome may be repeated. `reply` is what the client got. */
  keep(question: Buffer, reply: Buffer, asked: Asked, outcome: Outcome): void
  /** The rules have changed: what was answered may be wrong from now on. */
  forget(): void
}

export interface MemoParts {
  readonly clock: Clock
  readonly counters: Counters
  /** Is told of answers that are repeated, too. */
  readonly recorder: Pick<Recorder, 'finding' | 'note'>
  readonly publish: (happening: Happening) => void
  /** Two of these are the most that questions and answers take. */
  readonly halfBytes?: number
}

interface Entry {
  readonly ip: number
  /** Where in the bytes of its half it begins, and how long its parts are: the question in lower case, then the answer. */
  readonly start: number
  readonly asked: number
  readonly answered: number
  /** Until then it is good, in the clock's milliseconds. */
  readonly until: number
  readonly at: number | undefined
  /** By so many seconds its TTLs have been lowered. */
  age: number
  /** It has TTLs. */
  readonly isAging: boolean
  readonly outcome: Outcome
  readonly finding: Finding
  readonly happening: Happening | undefined
  readonly counter: keyof Counters | undefined
}

/** Entries of about the same age. When one half is full, the other is emptied, and what is asked for again moves over. */
interface Half {
  readonly bytes: Buffer
  readonly entries: Map<number, Entry>
  used: number
}

const HALF_BYTES = 2 << 20
/** Questions of clients are shorter, even with options. */
const LONGEST_QUESTION = 512

/** What a repeated answer counts as: the same as the first time. */
const COUNTER: Readonly<Record<Verdict['kind'], keyof Counters | undefined>> = {
  quarantined: 'quarantined',
  overridden: undefined,
  blocked: undefined,
  canary: undefined,
  local: 'local',
  rebound: 'rebound',
}
const counterOf = ({ verdict }: Asked, { counted }: Outcome): keyof Counters | undefined =>
  counted ?? (verdict && COUNTER[verdict.kind])

export function openMemo({ clock, counters, recorder, publish, halfBytes = HALF_BYTES }: MemoParts): Memo {
  const openHalf = (): Half => ({ bytes: Buffer.alloc(halfBytes), entries: new Map(), used: 0 })
  let young = openHalf()
  let old = openHalf()
  const shape = openShape()

  /** The entry of the question that `shape` has read, in either half. */
  const entryIn = ({ entries, bytes }: Half, hash: number, ip: number, now: number): Entry | undefined => {
    const entry = entries.get(hash)
    if (!entry || entry.ip !== ip || entry.asked !== shape.length || now >= entry.until) return undefined
    for (let i = 0; i < entry.asked; i++) if (bytes[entry.start + i] !== shape.bytes[i]) return undefined
    return entry
  }
  const room = (length: number): number => {
    if (young.used + length > halfBytes) {
      const emptied = old
      old = young
      young = emptied
      empty(young)
    }
    const start = young.used
    young.used += length
    return start
  }
  const moved = (hash: number, entry: Entry): Entry => {
    const from = old.bytes
    const length = entry.asked + entry.answered
    const start = room(length)
    from.copy(young.bytes, start, entry.start, entry.start + length)
    const copy = { ...entry, start }
    young.entries.set(hash, copy)
    return copy
  }

  return {
    repeat(places, at, length, ip, port) {
      const hash = shape.read(places, at, length, ip)
      if (hash === undefined) return 0
      const now = clock.now()
      let entry = entryIn(young, hash, ip, now)
      if (!entry) {
        entry = entryIn(old, hash, ip, now)
        if (!entry) return 0
        entry = moved(hash, entry)
      }
      const { bytes } = young
      const answer = entry.start + entry.asked
      if (entry.at !== undefined) grow(entry, bytes, Math.floor((now - entry.at) / 1000))
      // Its ID and its name, as it was spelt, stand in their place already.
      for (let i = 2; i < HEADER_SIZE; i++) places[at + i] = bytes[answer + i]!
      for (let i = shape.sectionEnd; i < entry.answered; i++) places[at + i] = bytes[answer + i]!
      counters.received++
      if (entry.counter) counters[entry.counter]++
      if (entry.happening) publish(entry.happening)
      recorder.note(entry.finding, ip, port, now, entry.outcome.answer.bytes, entry.age)
      return entry.answered
    },

    keep(question, reply, asked, outcome) {
      const until = Math.min(outcome.repeatUntil ?? 0, asked.holdsUntil)
      if (until <= clock.now()) return
      const ip = ipToNumber(asked.from)
      const hash = shape.read(question, 0, question.length, ip)
      if (hash === undefined) return
      const start = room(shape.length + reply.length)
      young.bytes.set(shape.bytes.subarray(0, shape.length), start)
      reply.copy(young.bytes, start + shape.length)
      young.entries.set(hash, {
        ip,
        start,
        asked: shape.length,
        answered: reply.length,
        until,
        at: outcome.at,
        age: outcome.ageSeconds,
        isAging: outcome.answer.ttlAt.length > 0 && (reply[2]! & FLAG.TC) === 0,
        outcome,
        finding: recorder.finding(asked, outcome.answer.rcode),
        happening: asked.happening,
        counter: counterOf(asked, outcome),
      })
    },

    forget() {
      empty(young)
      empty(old)
    },
  }
}

/** Its TTLs as they are after so many seconds: written once a second, however often it is asked for. */
function grow(entry: Entry, bytes: Buffer, age: number): void {
  if (age === entry.age) return
  entry.age = age
  if (entry.isAging) lowerTtls(bytes, entry.start + entry.asked, entry.outcome.answer, age)
}

function empty(half: Half): void {
  half.entries.clear()
  half.used = 0
}

/** All of a question but its ID, letters of its name in lower case: what makes it the same as another. */
function openShape() {
  const bytes = new Uint8Array(LONGEST_QUESTION)
  // Nobody outside knows which questions would push out which.
  const seed = randomInt(2 ** 31)
  const shape = {
    bytes,
    length: 0,
    /** Where in the message the question section ends. */
    sectionEnd: 0,
    /** A hash of it; undefined for what is too long, or has no name in one piece. */
    read(message: Buffer, start: number, length: number, ip: number): number | undefined {
      if (length < HEADER_SIZE + 5 || length > LONGEST_QUESTION) return undefined
      let nameEnd = HEADER_SIZE
      for (let label = 1; label !== 0; nameEnd += 1 + label) {
        label = message[start + nameEnd]!
        if (label > 63 || nameEnd + label + 5 > length) return undefined
      }
      let hash = seed ^ ip
      for (let at = 2; at < length; at++) {
        let byte = message[start + at]!
        // A label's length is below all letters.
        if (byte >= 0x41 && byte <= 0x5a && at > HEADER_SIZE && at < nameEnd) byte += 0x20
        bytes[at - 2] = byte
        hash = Math.imul(hash ^ byte, 0x01000193)
      }
      shape.length = length - 2
      shape.sectionEnd = nameEnd + 4
      return hash
    },
  }
  return shape
}
