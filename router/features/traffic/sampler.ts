import type { Machine } from '../../machine/machine.ts'
import type { HistoryDatabase } from '../../store/history.ts'
import { COUNTERS, type CounterName } from './counters.ts'
import type { History } from './history.ts'
import { keepHistory, MINUTE_MS, minuteOf } from './kept.ts'
import { observe, type Readings, totals } from './observe.ts'
import { openSilence } from './silence.ts'

export interface TrafficSampler extends Disposable {
  readonly history: History
  /** One set of counters, read now. Throws `Refused` when the kernel does not have it. */
  read(name: CounterName): Promise<Readings>
}

interface Parts {
  readonly machine: Pick<Machine, 'clock' | 'nftList'>
  readonly database: Pick<HistoryDatabase, 'log' | 'sheet'>
  /** How long a minute lasts. */
  readonly minuteMs?: number | undefined
}

/** Reads the kernel's counters as each minute begins, and remembers a day of it. */
export function openTrafficSampler({ machine, database, minuteMs = MINUTE_MS }: Parts): TrafficSampler {
  const { clock } = machine
  const { history, record } = keepHistory(database, minuteOf(clock.now(), minuteMs), minuteMs)
  const silence = openSilence(database.sheet('silence'))
  const last = new Map<CounterName, Readings>(COUNTERS.map((name) => [name, silence.readings(name)]))
  let sampledAt = Number.NEGATIVE_INFINITY
  let closed = false
  let timer: Disposable | undefined

  const read = async (name: CounterName): Promise<Readings> => {
    const listing = await machine.nftList(`list set inet sallyport ${name}`)
    const readings = observe(listing, last.get(name)!, clock.now())
    last.set(name, readings)
    return readings
  }
  const sample = async (): Promise<void> => {
    const now = clock.now()
    try {
      for (const name of COUNTERS) await read(name)
      if (closed) return
      record(totals(last, now), minuteOf(now, minuteMs))
      silence.note(last, sampledAt)
      sampledAt = now
    } catch {
      // That minute is as the one before it, which is all it is worth; who asks for a counter is told why it cannot be read.
    } finally {
      const nextMs = (minuteOf(now, minuteMs) + 1) * minuteMs - now
      if (!closed) timer = clock.after(nextMs, () => void sample())
    }
  }

  void sample()
  return {
    history,
    read,
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}
