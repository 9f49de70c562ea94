import { Locked, Unavailable } from '../../../errors.ts'
import type { Clock, MonotonicClock } from '../../../machine/machine.ts'
import type { speedtest } from '../../../model/internet/speedtest/contract.ts'
import { digits, sizeOfRange } from '../../../model/internet/speedtest/range.ts'
import { ByteStream, type Caller, type Handlers, PlainText } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'

const AT_ONCE = 4
const AT_ONCE_EACH = 2
const WINDOW_MS = 60_000
const BYTES_IN_WINDOW = 2 * 2 ** 30
/** After this long a measurement gives its place to another. */
const LONGEST_MS = 60_000

/** A measurement that runs. */
interface Turn {
  /** Counts transferred bytes. Returns false if the time is over and the measurement must stop. */
  spend(bytes: number): boolean
  end(): void
}

/** Limits measurements: how many run at the same time, and how many bytes all of them transfer in a minute. */
function openMeasurements(clock: MonotonicClock) {
  const running = new Map<symbol, string>()
  let windowEnds = Number.NEGATIVE_INFINITY
  let spent = 0

  const renewWindow = (): void => {
    const now = clock.monotonic()
    if (windowEnds > now) return
    windowEnds = now + WINDOW_MS
    spent = 0
  }

  return {
    /** Throws `Locked` when it has to wait. */
    begin(address: string): Turn {
      renewWindow()
      if (spent >= BYTES_IN_WINDOW) {
        const seconds = Math.ceil((windowEnds - clock.monotonic()) / 1000)
        throw new Locked(phrase('internet.speedtestVolumeSpent'), seconds)
      }
      const own = [...running.values()].filter((other) => other === address).length
      if (running.size >= AT_ONCE || own >= AT_ONCE_EACH) throw new Locked(phrase('internet.speedtestsBusy'), 1)
      const key = Symbol()
      running.set(key, address)
      const deadline = clock.after(LONGEST_MS, () => running.delete(key))
      return {
        spend(bytes) {
          spent += bytes
          return running.has(key)
        },
        end() {
          running.delete(key)
          deadline[Symbol.dispose]()
        },
      }
    },
  }
}

const SIZE_UNLESS_TOLD = 1 << 20

export function speedtestHandlers({ clock }: { clock: Clock }): Handlers<typeof speedtest> {
  const measurements = openMeasurements(clock)

  const send = (start: number, size: number, caller: Caller): ByteStream => {
    const turn = measurements.begin(caller.address)
    return new ByteStream(paced(digits(start, size), turn), { length: size, end: turn.end })
  }

  const receive = async (body: AsyncIterable<Uint8Array>, caller: Caller): Promise<PlainText> => {
    const turn = measurements.begin(caller.address)
    try {
      for await (const _ of paced(body, turn));
      return new PlainText('ok')
    } finally {
      turn.end()
    }
  }

  return {
    down: ({ caller }) => send(0, SIZE_UNLESS_TOLD, caller),
    up: ({ body, caller }) => receive(body, caller),
    downSlice: ({ params: { start, end }, caller }) => send(start, sizeOfRange(start, end), caller),
    upSlice({ params: { start, end }, body, caller }) {
      sizeOfRange(start, end)
      return receive(body, caller)
    },
  }
}

async function* paced(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  turn: Turn,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    if (!turn.spend(chunk.length)) throw new Unavailable(phrase('internet.speedtestTimedOut'))
    yield chunk
  }
}
