import type { Machine } from '../../machine/machine.ts'
import { COUNTERS, type CounterName } from './counters.ts'
import { History } from './history.ts'
import { observe, type Readings, totals } from './observe.ts'

const MINUTE_MS = 60_000

export interface TrafficSampler extends Disposable {
  readonly history: History
  /** One set of counters, read now. Throws `Refused` when the kernel does not have it. */
  read(name: CounterName): Promise<Readings>
}

/** Reads the kernel's counters once a minute, and remembers a day of it. */
export function openTrafficSampler({
  machine,
}: {
  readonly machine: Pick<Machine, 'clock' | 'nftList'>
}): TrafficSampler {
  const { clock } = machine
  const history = new History()
  const last = new Map<CounterName, Readings>()
  let closed = false
  let timer: Disposable | undefined

  const read = async (name: CounterName): Promise<Readings> => {
    const listing = await machine.nftList(`list set inet sallyport ${name}`)
    const readings = observe(listing, last.get(name) ?? new Map(), clock.now())
    last.set(name, readings)
    return readings
  }
  const sample = async (): Promise<void> => {
    try {
      for (const name of COUNTERS) await read(name)
      history.record(totals(last, clock.now()))
    } catch {
      // That minute is missing, which is all it is worth; who asks for a counter is told why it cannot be read.
    } finally {
      if (!closed) timer = clock.after(MINUTE_MS, () => void sample())
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
