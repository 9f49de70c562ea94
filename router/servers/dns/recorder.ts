import type { MonotonicClock } from '../../machine/machine.ts'
import { CACHED, FORM, isBlocked, LINE, LONGEST_LINE, MOST_MESSAGE, MOST_TEXT } from '../../model/dns/querylog/line.ts'
import { VERDICTS } from '../../model/dns/querylog/verdict.ts'
import type { Answer } from '../../wire/dns/answer.ts'
import type { QueryCounters } from './counters.ts'
import type { LogExclusions } from './logexclusions.ts'
import type { ClientQuery } from './stage.ts'

/** The result of a query, logged again each time the same response is sent. */
export interface LogResult {
  /** False if the owner has excluded the name from the log. */
  readonly isLogged: boolean
  /** The query was blocked by the rules of the home. */
  readonly isBlocked: boolean
  /** A number of `VERDICTS`. */
  readonly verdict: number
  readonly by: string
  readonly categories: readonly string[]
  /** The batch that it was last written to in full, and the offset there. */
  batch: number
  at: number
}

/** Writes query log lines. Never waits: lines that cannot be written are counted. */
export interface Recorder {
  /** The result of a query that has passed the stages. Valid until the configuration changes. */
  resultOf(query: ClientQuery, answer: Pick<Answer, 'rcode' | 'failure'>): LogResult
  /**
   * Records that a client was sent this message, or one that begins the same. `client` as a number, `now` in milliseconds since
   * 1970, `ageSeconds` by how much the message's TTLs are too high, `isCached` whether it came from a cache.
   */
  record(
    result: LogResult,
    client: number,
    port: number,
    now: number,
    message: Uint8Array,
    ageSeconds: number,
    isCached: boolean,
  ): void
  /** Returns a buffer that was sent and has been read. */
  reuse(buffer: ArrayBuffer): void
}

export interface RecorderDeps {
  readonly exclusions: LogExclusions
  readonly clock: MonotonicClock
  readonly counters: QueryCounters
  /** Receives lines. Their buffer is transferred, and returned through `reuse`. */
  readonly send: (lines: Uint8Array<ArrayBuffer>) => void
}

const BUFFER_BYTES = 64 * 1024
/** Lines of each client in one second: further queries are only counted, so that one client cannot fill the log. */
const MOST_EACH = 1000
const SECOND_MS = 1000
/** Buffers in use. If all are sent and not yet returned, queries are only counted. */
const MOST_BUFFERS = 8
/** Short enough for a live view of the log. */
const SEND_MS = 200

/** The queries of one client within the current second. */
interface Second {
  logged: number
  counted: number
  blocked: number
}

/** The age of a line has 16 bits; a stale answer may be two days old. */
const MOST_AGE = 0xffff

const UNDECIDED = { full: 'passed', paused: 'paused', none: 'excluded' } as const

export function openRecorder({ exclusions, clock, counters, send }: RecorderDeps): Recorder {
  const spare: ArrayBuffer[] = []
  let buffers = 0
  let bytes: Buffer<ArrayBuffer> | undefined
  let lines = new DataView(new ArrayBuffer(0))
  let used = 0
  let batch = 0
  let timer: Disposable | undefined
  let seconds = new Map<number, Second>()
  let lastClient = -1
  let lastSecond: Second = { logged: 0, counted: 0, blocked: 0 }

  const flush = (): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
    if (!bytes) return
    const full = new Uint8Array(bytes.buffer, 0, used)
    bytes = undefined
    send(full)
  }
  /** Makes room for the longest line; false if there is none. */
  const hasRoom = (): boolean => {
    if (bytes && used + LONGEST_LINE <= BUFFER_BYTES) return true
    flush()
    if (spare.length === 0 && buffers === MOST_BUFFERS) return false
    if (spare.length === 0) buffers++
    bytes = Buffer.from(spare.pop() ?? new ArrayBuffer(BUFFER_BYTES))
    lines = new DataView(bytes.buffer)
    used = 0
    batch++
    timer = clock.after(SEND_MS, flush)
    return true
  }

  const secondOf = (client: number): Second => {
    if (client === lastClient) return lastSecond
    let second = seconds.get(client)
    if (!second) {
      if (seconds.size === 0) clock.after(SECOND_MS, endSecond)
      second = { logged: 0, counted: 0, blocked: 0 }
      seconds.set(client, second)
    }
    lastClient = client
    lastSecond = second
    return second
  }
  /** Queries that are not logged individually are logged as a count. */
  const endSecond = (): void => {
    for (const [client, { counted, blocked }] of seconds) {
      if (counted === 0 || !hasRoom() || !bytes) continue
      lines.setUint16(used, LINE.head + 8)
      bytes[used + LINE.form] = FORM.counted
      lines.setUint32(used + LINE.client, client)
      lines.setUint32(used + LINE.head, counted)
      lines.setUint32(used + LINE.head + 4, blocked)
      used += LINE.head + 8
    }
    seconds = new Map()
    lastClient = -1
  }

  return {
    resultOf({ question, permitted, filtering, categories, verdict }, { rcode, failure }) {
      const undecided = permitted ? 'permitted' : UNDECIDED[filtering]
      const kind = verdict?.kind ?? (failure === undefined ? undecided : 'failed')
      return {
        isLogged: !exclusions.hasName(question.name),
        isBlocked: isBlocked(kind, rcode),
        verdict: VERDICTS.indexOf(kind),
        by: verdict?.by ?? failure ?? '',
        categories,
        batch: 0,
        at: 0,
      }
    },

    record(result, client, port, now, message, ageSeconds, isCached) {
      if (result.isBlocked) counters.blocked++
      if (!result.isLogged || exclusions.hasClient(client)) return
      const second = secondOf(client)
      if (second.logged >= MOST_EACH || !hasRoom() || !bytes) {
        counters.unlogged++
        second.counted++
        if (result.isBlocked) second.blocked++
        return
      }
      second.logged++
      const start = used
      lines.setFloat64(start + LINE.time, now)
      lines.setUint32(start + LINE.client, client)
      lines.setUint16(start + LINE.port, port)
      lines.setUint16(start + LINE.age, Math.min(ageSeconds, MOST_AGE))
      bytes[start + LINE.verdict] = isCached ? result.verdict | CACHED : result.verdict
      if (result.batch === batch) {
        bytes[start + LINE.form] = FORM.repeated
        lines.setUint32(start + LINE.head, result.at)
        used = start + LINE.head + 4
      } else {
        bytes[start + LINE.form] = FORM.whole
        result.batch = batch
        result.at = start
        used = start + LINE.texts
        const by = result.by === '' ? 0 : bytes.write(result.by, used, MOST_TEXT, 'utf8')
        used += by
        const { categories } = result
        const written = categories.length === 0 ? 0 : bytes.write(categories.join('\n'), used, MOST_TEXT, 'utf8')
        used += written
        bytes[start + LINE.head] = by
        bytes[start + LINE.head + 1] = written
        const length = Math.min(message.length, MOST_MESSAGE)
        for (let i = 0; i < length; i++) bytes[used + i] = message[i]!
        used += length
      }
      lines.setUint16(start + LINE.size, used - start)
    },

    reuse(buffer) {
      if (buffer.byteLength === BUFFER_BYTES) spare.push(buffer)
    },
  }
}
