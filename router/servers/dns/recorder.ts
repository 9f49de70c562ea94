import { FORM, isWithheld, LINE, LONGEST_LINE, MOST_MESSAGE, MOST_TEXT, VERDICTS } from '../../features/dnslog/line.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Answer } from '../../wire/dns/answer.ts'
import type { Counters } from './counters.ts'
import type { Asked } from './stage.ts'
import type { Unlogged } from './unlogged.ts'

/** What is to be said of a question, however often the same answer is given to whoever asks. */
export interface Finding {
  /** False for a name that the owner does not want to read of. */
  readonly isTold: boolean
  /** The query was blocked by the rules of the home. */
  readonly isWithheld: boolean
  /** A number of `VERDICTS`. */
  readonly verdict: number
  readonly by: string
  readonly categories: readonly string[]
  /** The batch in which it was written out last, and where. */
  batch: number
  at: number
}

/** What was asked and answered, on its way to the log. Counts all of it, and never waits. */
export interface Recorder {
  /** What the chain made of a question, once it has been through. Holds until the view changes. */
  finding(asked: Asked, answer: Pick<Answer, 'rcode' | 'failure'>): Finding
  /**
   * Records that a client got this message, or one that begins the same. `client` as a number, `now` in milliseconds since
   * 1970, `ageSeconds` by how much the message's TTLs are too high.
   */
  note(finding: Finding, client: number, port: number, now: number, message: Uint8Array, ageSeconds: number): void
  /** Room to write in, used before. */
  reuse(room: ArrayBuffer): void
}

export interface RecorderParts {
  readonly unlogged: Unlogged
  readonly clock: Clock
  readonly counters: Counters
  /** Lines, which now belong to the listener; their buffer is returned through `reuse`. */
  readonly hand: (lines: Uint8Array<ArrayBuffer>) => void
}

const ROOM_BYTES = 64 * 1024
/** Of each client, within a second: whoever asks more often would push out all that is kept of it, and the others are only counted. */
const MOST_EACH = 1000
const SECOND_MS = 1000
/** What is written while nobody takes it: with more rooms than these under way, what happens is only counted. */
const MOST_ROOMS = 8
/** Soon enough for whoever watches. */
const HAND_MS = 200

/** What one client has asked within this second. */
interface Second {
  logged: number
  counted: number
  withheld: number
}

const UNDECIDED = { full: 'passed', paused: 'paused', none: 'excluded' } as const

export function openRecorder({ unlogged, clock, counters, hand }: RecorderParts): Recorder {
  const spare: ArrayBuffer[] = []
  let rooms = 0
  let bytes: Buffer<ArrayBuffer> | undefined
  let lines = new DataView(new ArrayBuffer(0))
  let used = 0
  let batch = 0
  let timer: Disposable | undefined
  let seconds = new Map<number, Second>()
  let lately = -1
  let itsSecond: Second = { logged: 0, counted: 0, withheld: 0 }

  const handOver = (): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
    if (!bytes) return
    const full = new Uint8Array(bytes.buffer, 0, used)
    bytes = undefined
    hand(full)
  }
  /** Room for the longest line; false when there is none. */
  const hasRoom = (): boolean => {
    if (bytes && used + LONGEST_LINE <= ROOM_BYTES) return true
    handOver()
    if (spare.length === 0 && rooms === MOST_ROOMS) return false
    if (spare.length === 0) rooms++
    bytes = Buffer.from(spare.pop() ?? new ArrayBuffer(ROOM_BYTES))
    lines = new DataView(bytes.buffer)
    used = 0
    batch++
    timer = clock.after(HAND_MS, handOver)
    return true
  }

  const secondOf = (client: number): Second => {
    if (client === lately) return itsSecond
    let second = seconds.get(client)
    if (!second) {
      if (seconds.size === 0) clock.after(SECOND_MS, endSecond)
      second = { logged: 0, counted: 0, withheld: 0 }
      seconds.set(client, second)
    }
    lately = client
    itsSecond = second
    return second
  }
  /** Queries that are not logged individually are logged as a count. */
  const endSecond = (): void => {
    for (const [client, { counted, withheld }] of seconds) {
      if (counted === 0 || !hasRoom() || !bytes) continue
      lines.setUint16(used, LINE.head + 8)
      bytes[used + LINE.form] = FORM.counted
      lines.setUint32(used + LINE.client, client)
      lines.setUint32(used + LINE.head, counted)
      lines.setUint32(used + LINE.head + 4, withheld)
      used += LINE.head + 8
    }
    seconds = new Map()
    lately = -1
  }

  return {
    finding({ question, permitted, filtering, categories, verdict }, { rcode, failure }) {
      const undecided = permitted ? 'permitted' : UNDECIDED[filtering]
      const kind = verdict?.kind ?? (failure === undefined ? undecided : 'failed')
      return {
        isTold: !unlogged.isIgnored(question.name),
        isWithheld: isWithheld(kind, rcode),
        verdict: VERDICTS.indexOf(kind),
        by: verdict?.by ?? failure ?? '',
        categories,
        batch: 0,
        at: 0,
      }
    },

    note(finding, client, port, now, message, ageSeconds) {
      if (finding.isWithheld) counters.withheld++
      if (!finding.isTold || unlogged.isPrivate(client)) return
      const second = secondOf(client)
      if (second.logged >= MOST_EACH || !hasRoom() || !bytes) {
        counters.unlogged++
        second.counted++
        if (finding.isWithheld) second.withheld++
        return
      }
      second.logged++
      const start = used
      lines.setFloat64(start + LINE.time, now)
      lines.setUint32(start + LINE.client, client)
      lines.setUint16(start + LINE.port, port)
      lines.setUint16(start + LINE.age, ageSeconds)
      bytes[start + LINE.verdict] = finding.verdict
      if (finding.batch === batch) {
        bytes[start + LINE.form] = FORM.repeated
        lines.setUint32(start + LINE.head, finding.at)
        used = start + LINE.head + 4
      } else {
        bytes[start + LINE.form] = FORM.whole
        finding.batch = batch
        finding.at = start
        used = start + LINE.texts
        const by = finding.by === '' ? 0 : bytes.write(finding.by, used, MOST_TEXT, 'utf8')
        used += by
        const { categories } = finding
        const said = categories.length === 0 ? 0 : bytes.write(categories.join('\n'), used, MOST_TEXT, 'utf8')
        used += said
        bytes[start + LINE.head] = by
        bytes[start + LINE.head + 1] = said
        const length = Math.min(message.length, MOST_MESSAGE)
        for (let i = 0; i < length; i++) bytes[used + i] = message[i]!
        used += length
      }
      lines.setUint16(start + LINE.size, used - start)
    },

    reuse(room) {
      if (room.byteLength === ROOM_BYTES) spare.push(room)
    },
  }
}
