import { randomInt } from 'node:crypto'
import type { MonotonicClock } from '../../machine/machine.ts'
import { isCounted } from '../../model/dns/querylog/verdict.ts'
import { ipToNumber } from '../../values/ip.ts'
import type { Answer } from '../../wire/dns/answer.ts'
import { FLAG, HEADER_SIZE } from '../../wire/dns/constants.ts'
import { lowerTtls } from '../../wire/dns/reply.ts'
import type { QueryCounters } from './counters.ts'
import type { DnsEvent } from './message.ts'
import type { LogResult, Recorder } from './recorder.ts'
import type { ClientQuery, Outcome } from './stage.ts'

/**
 * Responses by query bytes. A query that equals an earlier one from the same address (except for its ID and the case of its
 * letters) gets the same bytes, without being parsed and without passing the stages. Every other query passes the stages.
 */
export interface ResponseCache {
  /** Writes a stored response over the query, which begins at `at` of `buffer`. Returns its length; 0 if none is stored. */
  repeat(buffer: Buffer, at: number, length: number, ip: number, port: number, now: number): number
  /** Stores the response to a query for as long as its outcome may be repeated. */
  store(queryBytes: Buffer, response: Buffer, query: ClientQuery, outcome: Outcome): void
  /** Call when the configuration has changed: all stored responses may be outdated. */
  clear(): void
}

export interface ResponseCacheDeps {
  readonly clock: MonotonicClock
  readonly counters: QueryCounters
  /** Records repeated responses as well. */
  readonly recorder: Pick<Recorder, 'resultOf' | 'record'>
  readonly publish: (event: DnsEvent) => void
  /** The size of one of the two generations. */
  readonly generationBytes?: number
}

/** Objects that belong to a stored response. */
interface LogData {
  readonly answer: Answer
  readonly result: LogResult
  readonly event: DnsEvent | undefined
  readonly counter: keyof QueryCounters | undefined
}

const GENERATION_BYTES = 2 << 20
/** Clients' queries are shorter, even with options. */
const LONGEST_QUERY = 512
/** Adjacent slots that an entry may use if others have the same hash. */
const NEIGHBOURS = 4

/**
 * The layout of an entry, contiguous for the processor's cache: when it expires and when its TTLs were correct (doubles; NaN
 * if the TTLs do not change), its hash, the client, lengths of query and response (16 bits each), by how many seconds the
 * TTLs have been lowered, the index of its log data; then the query, padded to whole words, and the response. Offsets are
 * counted in doubles (the first two) or in words of 32 bits.
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

/** The counter that a repeated response adds to: the same as the first time. */
const counterOf = ({ verdict }: ClientQuery, { counted }: Outcome): keyof QueryCounters | undefined =>
  counted ?? (verdict && isCounted(verdict.kind) ? verdict.kind : undefined)

export function openResponseCache({
  clock,
  counters,
  recorder,
  publish,
  generationBytes = GENERATION_BYTES,
}: ResponseCacheDeps): ResponseCache {
  let newer = openGeneration(generationBytes)
  let older = openGeneration(generationBytes)
  const key = openQueryKey()

  /** Makes room for an entry of this size: if the newer generation is full, it becomes the older one, which is emptied. */
  const makeRoom = (length: number): void => {
    if (newer.used + length <= generationBytes) return
    const emptied = older
    older = newer
    newer = emptied
    newer.empty()
  }
  /** Copies an entry that is in use to the newer generation. */
  const moved = (start: number): number => {
    const from = older
    const length = from.lengthOf(start)
    const logData = from.logData[from.words[start / 4 + LOG_DATA]!]!
    makeRoom(length)
    from.bytes.copy(newer.bytes, newer.used, start, start + length)
    return newer.add(length, logData)
  }

  return {
    repeat(buffer, at, length, ip, port, now) {
      if (!key.read(buffer, at, length, ip)) return 0
      let start = newer.find(key, ip, now)
      if (start < 0) {
        start = older.find(key, ip, now)
        if (start < 0) return 0
        start = moved(start)
      }
      const { bytes, words, numbers } = newer
      const logData = newer.logData[words[start / 4 + LOG_DATA]!]!
      const lengths = words[start / 4 + LENGTHS]!
      const size = lengths >>> 16
      const answer = start + HEAD_BYTES + wholeWords(lengths & 0xffff)
      const born = numbers[start / 8 + AT]!
      const age = now > born ? Math.floor((now - born) / 1000) : 0
      // TTLs are lowered once a second, however often the response is sent.
      if (age > words[start / 4 + AGE]!) {
        words[start / 4 + AGE] = age
        if ((bytes[answer + 2]! & FLAG.TC) === 0) lowerTtls(bytes, answer, logData.answer, age)
      }
      // The ID and the name in the client's case are already in the buffer.
      for (let i = 2; i < HEADER_SIZE; i++) buffer[at + i] = bytes[answer + i]!
      for (let i = key.sectionEnd; i < size; i++) buffer[at + i] = bytes[answer + i]!
      counters.received++
      if (logData.counter) counters[logData.counter]++
      if (logData.event) publish(logData.event)
      const isCached = logData.counter === 'cached' || logData.counter === 'stale'
      recorder.record(logData.result, ip, port, now, logData.answer.bytes, age, isCached)
      return size
    },

    store(queryBytes, response, query, outcome) {
      const until = Math.min(outcome.repeatUntil ?? 0, query.holdsUntil)
      const ip = ipToNumber(query.from)
      if (until <= clock.monotonic() || !key.read(queryBytes, 0, queryBytes.length, ip)) return
      const padded = wholeWords(key.length)
      const length = (HEAD_BYTES + padded + response.length + 7) & ~7
      if (length > generationBytes) return
      makeRoom(length)
      const { bytes, words, numbers, used } = newer
      numbers[used / 8 + UNTIL] = until
      numbers[used / 8 + AT] = outcome.at ?? Number.NaN
      words[used / 4 + HASH] = key.hash
      words[used / 4 + IP] = ip
      words[used / 4 + LENGTHS] = key.length | (response.length << 16)
      words[used / 4 + AGE] = outcome.ageSeconds
      bytes.set(key.bytes.subarray(0, padded), used + HEAD_BYTES)
      response.copy(bytes, used + HEAD_BYTES + padded)
      newer.add(length, {
        answer: outcome.answer,
        result: recorder.resultOf(query, outcome.answer),
        event: query.event,
        counter: counterOf(query, outcome),
      })
    },

    clear() {
      newer.empty()
      older.empty()
    },
  }
}

/** Entries of about the same age, in one buffer. */
function openGeneration(size: number) {
  const buffer = new ArrayBuffer(size)
  const bytes = Buffer.from(buffer)
  const words = new Int32Array(buffer)
  const numbers = new Float64Array(buffer)
  // Offsets of entries plus one, by hash; about twice as many slots as entries fit.
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
    /** The offset of the entry for the query in `key`; -1 if there is none, or it has expired. */
    find(key: QueryKey, ip: number, now: number): number {
      for (let i = 0; i < NEIGHBOURS; i++) {
        const start = slots[(key.hash + i) & mask]! - 1
        if (start < 0) return -1
        const word = start / 4
        if (words[word + HASH] !== key.hash || words[word + IP] !== (ip | 0)) continue
        if ((words[word + LENGTHS]! & 0xffff) !== key.length || now >= numbers[start / 8 + UNTIL]!) continue
        const question = word + HEAD_BYTES / 4
        let left = wholeWords(key.length) / 4
        while (left > 0 && words[question + left - 1] === key.words[left - 1]) left--
        if (left === 0) return start
      }
      return -1
    },
    /** Adds the entry that has been written at `used`. Returns its offset. */
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

/** A query without its ID, and with its name in lower case. */
interface QueryKey {
  readonly bytes: Uint8Array
  /** The same memory in words; the last one is padded with zeros. */
  readonly words: Int32Array
  length: number
  /** The offset in the message at which the question section ends. */
  sectionEnd: number
  hash: number
  /** Reads a message from this address. False if it is too long or its name is compressed. */
  read(message: Buffer, start: number, length: number, ip: number): boolean
}

function openQueryKey(): QueryKey {
  const buffer = new ArrayBuffer(LONGEST_QUERY)
  const bytes = new Uint8Array(buffer)
  const words = new Int32Array(buffer)
  // Random, so that clients cannot choose queries that collide.
  const seed = randomInt(2 ** 31)
  const key: QueryKey = {
    bytes,
    words,
    length: 0,
    sectionEnd: 0,
    hash: 0,
    read(message, start, length, ip) {
      if (length < HEADER_SIZE + 5 || length > LONGEST_QUERY) return false
      let nameEnd = HEADER_SIZE
      for (let label = 1; label !== 0; nameEnd += 1 + label) {
        label = message[start + nameEnd]!
        if (label > 63 || nameEnd + label + 5 > length) return false
      }
      const size = length - 2
      const whole = wholeWords(size)
      words[whole / 4 - 1] = 0
      for (let at = 0; at < size; at++) bytes[at] = message[start + at + 2]!
      // Label lengths are below the letters, so they do not change.
      for (let at = HEADER_SIZE - 2; at < nameEnd - 2; at++) {
        const byte = bytes[at]!
        if (byte >= 0x41 && byte <= 0x5a) bytes[at] = byte + 0x20
      }
      let hash = seed ^ ip
      for (let i = 0; i < whole / 4; i++) {
        hash = Math.imul(hash ^ words[i]!, 0x9e3779b1)
        hash ^= hash >>> 15
      }
      key.length = size
      key.sectionEnd = nameEnd + 4
      key.hash = hash
      return true
    },
  }
  return key
}
