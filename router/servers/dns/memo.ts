import { randomInt } from 'node:crypto'
import type { Clock } from '../../machine/machine.ts'
import { ipToNumber } from '../../values/ip.ts'
import type { Answer } from '../../wire/dns/answer.ts'
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
  repeat(places: Buffer, at: number, length: number, ip: number, port: number, now: number): number
  /** Remember what came of a question, as far as its outcome may be repeated. `reply` is what the client got. */
  keep(question: Buffer, reply: Buffer, asked: Asked, outcome: Outcome): void
  /** The rules have changed: what was answered may be wrong from now on. */
  forget(): void
}

export interface MemoParts {
  readonly clock: Clock
  readonly counters: Counters
  /** Records repeated responses as well. */
  readonly recorder: Pick<Recorder, 'finding' | 'note'>
  readonly publish: (happening: Happening) => void
  /** Two of these are the most that questions and answers take. */
  readonly halfBytes?: number
}

/** What lies beside the bytes of an answer: looked at less often, and of any size. */
interface LogData {
  readonly answer: Answer
  readonly finding: Finding
  readonly happening: Happening | undefined
  readonly counter: keyof Counters | undefined
}

const HALF_BYTES = 2 << 20
/** Questions of clients are shorter, even with options. */
const LONGEST_QUESTION = 512
/** Adjacent slots that an entry may use if others have the same hash. */
const NEIGHBOURS = 4

/**
 * An entry, all of it side by side so that the processor fetches it at once: until when it is good and when its TTLs were right
 * (doubles; not a number where they do not run), its hash, who asked, lengths of question and answer (16 bits each), by how many
 * seconds the TTLs have been lowered, the index of its log data; then the question, filled up to whole words, and the
 * answer. Places are counted in doubles or in words of 32 bits.
 */
const UNTIL = 0
const AT = 1
const HASH = 4
const IP = 5
const LENGTHS = 6
const AGE = 7
const LOG_DATA = 8
const HEAD_BYTES = 40

const wholeWords = (bytes: number): number => (bytes + 3) & ~3

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
  let young = openHalf(halfBytes)
  let old = openHalf(halfBytes)
  const shape = openShape()

  /** Room for an entry of so many bytes: where there is none, the older half is emptied and used anew. */
  const makeRoom = (length: number): void => {
    if (young.used + length <= halfBytes) return
    const emptied = old
    old = young
    young = emptied
    young.empty()
  }
  /** What is still asked for is taken along. */
  const moved = (start: number): number => {
    const from = old
    const length = from.lengthOf(start)
    const logData = from.logData[from.words[start / 4 + LOG_DATA]!]!
    makeRoom(length)
    from.bytes.copy(young.bytes, young.used, start, start + length)
    return young.add(length, logData)
  }

  return {
    repeat(places, at, length, ip, port, now) {
      if (!shape.read(places, at, length, ip)) return 0
      let start = young.find(shape, ip, now)
      if (start < 0) {
        start = old.find(shape, ip, now)
        if (start < 0) return 0
        start = moved(start)
      }
      const { bytes, words, numbers } = young
      const logData = young.logData[words[start / 4 + LOG_DATA]!]!
      const lengths = words[start / 4 + LENGTHS]!
      const answered = lengths >>> 16
      const answer = start + HEAD_BYTES + wholeWords(lengths & 0xffff)
      const born = numbers[start / 8 + AT]!
      const age = now > born ? Math.floor((now - born) / 1000) : 0
      // Its TTLs are written once a second, however often it is asked for.
      if (age > words[start / 4 + AGE]!) {
        words[start / 4 + AGE] = age
        if ((bytes[answer + 2]! & FLAG.TC) === 0) lowerTtls(bytes, answer, logData.answer, age)
      }
      // Its ID and its name as spelt are already in place.
      for (let i = 2; i < HEADER_SIZE; i++) places[at + i] = bytes[answer + i]!
      for (let i = shape.sectionEnd; i < answered; i++) places[at + i] = bytes[answer + i]!
      counters.received++
      if (logData.counter) counters[logData.counter]++
      if (logData.happening) publish(logData.happening)
      recorder.note(logData.finding, ip, port, now, logData.answer.bytes, age)
      return answered
    },

    keep(question, reply, asked, outcome) {
      const until = Math.min(outcome.repeatUntil ?? 0, asked.holdsUntil)
      const ip = ipToNumber(asked.from)
      if (until <= clock.now() || !shape.read(question, 0, question.length, ip)) return
      const padded = wholeWords(shape.length)
      const length = (HEAD_BYTES + padded + reply.length + 7) & ~7
      if (length > halfBytes) return
      makeRoom(length)
      const { bytes, words, numbers, used } = young
      numbers[used / 8 + UNTIL] = until
      numbers[used / 8 + AT] = outcome.at ?? Number.NaN
      words[used / 4 + HASH] = shape.hash
      words[used / 4 + IP] = ip
      words[used / 4 + LENGTHS] = shape.length | (reply.length << 16)
      words[used / 4 + AGE] = outcome.ageSeconds
      bytes.set(shape.bytes.subarray(0, padded), used + HEAD_BYTES)
      reply.copy(bytes, used + HEAD_BYTES + padded)
      young.add(length, {
        answer: outcome.answer,
        finding: recorder.finding(asked, outcome.answer),
        happening: asked.happening,
        counter: counterOf(asked, outcome),
      })
    },

    forget() {
      young.empty()
      old.empty()
    },
  }
}

/** Entries of about the same age. When one half is full, the other is emptied, and what is asked for again moves over. */
function openHalf(size: number) {
  const buffer = new ArrayBuffer(size)
  const bytes = Buffer.from(buffer)
  const words = new Int32Array(buffer)
  const numbers = new Float64Array(buffer)
  // Where entries begin, by their hash, counted from one; about twice as many as fit.
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(size / 64)))
  const mask = slots.length - 1
  const half = {
    bytes,
    words,
    numbers,
    logData: [] as LogData[],
    used: 0,
    lengthOf(start: number): number {
      const lengths = words[start / 4 + LENGTHS]!
      return (HEAD_BYTES + wholeWords(lengths & 0xffff) + (lengths >>> 16) + 7) & ~7
    },
    /** Where the entry of the question in `shape` begins; -1 when there is none that is still good. */
    find(shape: Shape, ip: number, now: number): number {
      for (let i = 0; i < NEIGHBOURS; i++) {
        const start = slots[(shape.hash + i) & mask]! - 1
        if (start < 0) return -1
        const word = start / 4
        if (words[word + HASH] !== shape.hash || words[word + IP] !== (ip | 0)) continue
        if ((words[word + LENGTHS]! & 0xffff) !== shape.length || now >= numbers[start / 8 + UNTIL]!) continue
        const question = word + HEAD_BYTES / 4
        let left = wholeWords(shape.length) / 4
        while (left > 0 && words[question + left - 1] === shape.words[left - 1]) left--
        if (left === 0) return start
      }
      return -1
    },
    /** Take in the entry that has been written where `used` is; gives where that was. */
    add(length: number, logData: LogData): number {
      const start = half.used
      const hash = words[start / 4 + HASH]!
      words[start / 4 + LOG_DATA] = half.logData.push(logData) - 1
      half.used += length
      let free = 0
      while (free < NEIGHBOURS - 1 && slots[(hash + free) & mask] !== 0) free++
      slots[(hash + free) & mask] = start + 1
      return start
    },
    empty(): void {
      slots.fill(0)
      half.logData.length = 0
      half.used = 0
    },
  }
  return half
}

/** All of a question but its ID, letters of its name in lower case: what makes it the same as another. */
interface Shape {
  readonly bytes: Uint8Array
  /** The same, in words; the last one filled up with zeros. */
  readonly words: Int32Array
  length: number
  /** Where in the message the question section ends. */
  sectionEnd: number
  hash: number
  /** Takes the shape of a message from this address. False for what is too long, or has a compressed name. */
  read(message: Buffer, start: number, length: number, ip: number): boolean
}

function openShape(): Shape {
  const buffer = new ArrayBuffer(LONGEST_QUESTION)
  const bytes = new Uint8Array(buffer)
  const words = new Int32Array(buffer)
  // Nobody outside knows which questions would push out which.
  const seed = randomInt(2 ** 31)
  const shape: Shape = {
    bytes,
    words,
    length: 0,
    sectionEnd: 0,
    hash: 0,
    read(message, start, length, ip) {
      if (length < HEADER_SIZE + 5 || length > LONGEST_QUESTION) return false
      let nameEnd = HEADER_SIZE
      for (let label = 1; label !== 0; nameEnd += 1 + label) {
        label = message[start + nameEnd]!
        if (label > 63 || nameEnd + label + 5 > length) return false
      }
      const size = length - 2
      const whole = wholeWords(size)
      words[whole / 4 - 1] = 0
      for (let at = 0; at < size; at++) bytes[at] = message[start + at + 2]!
      // A label's length is below all letters.
      for (let at = HEADER_SIZE - 2; at < nameEnd - 2; at++) {
        const byte = bytes[at]!
        if (byte >= 0x41 && byte <= 0x5a) bytes[at] = byte + 0x20
      }
      let hash = seed ^ ip
      for (let i = 0; i < whole / 4; i++) {
        hash = Math.imul(hash ^ words[i]!, 0x9e3779b1)
        hash ^= hash >>> 15
      }
      shape.length = size
      shape.sectionEnd = nameEnd + 4
      shape.hash = hash
      return true
    },
  }
  return shape
}
