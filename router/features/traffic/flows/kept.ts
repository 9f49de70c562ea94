import type { Counts } from '../../../model/traffic/flows/change.ts'
import { TRAFFIC_HISTORY_MINUTES } from '../../../model/traffic/flows/counters.ts'
import type { HistoryDatabase } from '../../../store/history.ts'
import type { Log, LogRecord } from '../../../store/log.ts'
import { advance, History, type MinuteChange } from './history.ts'

export const MINUTE_MS = 60_000
/** With every so many records come the whole totals: the newest are found from there. */
const WHOLE_EVERY = 60
/** A timer may ring a moment before its minute begins. */
const EARLY_MS = 100

/** The minute that this moment belongs to, counted from 1970. */
export const minuteOf = (now: number, minuteMs = MINUTE_MS): number => Math.floor((now + EARLY_MS) / minuteMs)

/** The history of traffic, and its copy on the disk. */
export interface KeptHistory {
  readonly history: History
  /** Add the totals of a minute by owner, unless it has some already. */
  record(totals: ReadonlyMap<number, Counts>, minute: number): void
}

/** Take the history up where an earlier run has left it, with the time between filled; `now` is the minute it is. */
export function keepHistory(database: Pick<HistoryDatabase, 'log'>, now: number, minuteMs = MINUTE_MS): KeptHistory {
  const log = database.log<Uint8Array>('traffic', {
    most: TRAFFIC_HISTORY_MINUTES + WHOLE_EVERY,
    keepMs: (TRAFFIC_HISTORY_MINUTES + WHOLE_EVERY) * minuteMs,
  })
  const history = load(log, now, minuteMs)
  let sinceWhole = WHOLE_EVERY
  return {
    history,
    record(totals, minute) {
      if (minute === history.minute) return
      const { change } = history.record(totals, minute)
      const isWhole = ++sinceWhole >= WHOLE_EVERY
      if (isWhole) sinceWhole = 0
      log.append(minute * minuteMs, pack(change, isWhole ? history.whole() : undefined))
    },
  }
}

function load(log: Log<Uint8Array>, now: number, minuteMs: number): History {
  let found: History | undefined
  try {
    found = restore(lastChain(log.newest(TRAFFIC_HISTORY_MINUTES + WHOLE_EVERY), minuteMs), now)
  } catch {
    // Bytes that have rotted. A day of traffic is not worth a router that does not start.
  }
  // What is kept next does not follow from what cannot be used.
  if (!found) log.clear()
  return found ?? new History()
}

/** Undefined when there is nothing of the last day. */
function restore(newestFirst: Packed[], now: number): History | undefined {
  const [newest] = newestFirst
  const base = newestFirst.findIndex(({ whole }) => whole !== undefined)
  if (!newest || base < 0 || now - newest.minute >= TRAFFIC_HISTORY_MINUTES) return undefined
  const totals = new Map<number, Counts>()
  advance(totals, newestFirst[base]!.whole!)
  for (const { change } of newestFirst.slice(0, base).reverse()) advance(totals, change)
  return new History(totals, newestFirst.reverse())
}

interface Packed extends MinuteChange {
  readonly whole: Uint8Array | undefined
}

/** After lost records, only values after the gap are returned. */
function lastChain(newestFirst: readonly LogRecord<Uint8Array>[], minuteMs: number): Packed[] {
  const gap = newestFirst.findIndex(({ id }, index) => index > 0 && id !== newestFirst[index - 1]!.id - 1)
  const chain = gap < 0 ? newestFirst : newestFirst.slice(0, gap)
  return chain.map(({ time, value }) => ({ minute: minuteOf(time, minuteMs), ...unpack(value) }))
}

/** A record: the length of the change in four bytes, the change, and a byte 1 with the whole, or nothing more. */
function pack(change: Uint8Array, whole: Uint8Array | undefined): Uint8Array {
  const packed = new Uint8Array(4 + change.length + (whole ? 1 + whole.length : 0))
  new DataView(packed.buffer).setUint32(0, change.length)
  packed.set(change, 4)
  if (whole) packed.set([1, ...whole], 4 + change.length)
  return packed
}

function unpack(packed: Uint8Array): Pick<Packed, 'change' | 'whole'> {
  const end = 4 + new DataView(packed.buffer, packed.byteOffset).getUint32(0)
  // Copied, so that a change does not hold on to the whole that came with it.
  return { change: packed.slice(4, end), whole: end < packed.length ? packed.slice(end + 1) : undefined }
}
