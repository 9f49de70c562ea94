import { Unavailable } from '../../../errors.ts'
import type { Clock } from '../../../machine/machine.ts'
import type { speedtest } from '../../../model/internet/speedtest/contract.ts'
import { digits, sizeOfRange } from '../../../model/internet/speedtest/range.ts'
import { ByteStream, type Caller, type Handlers, PlainText } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { openMeasurements, type Turn } from './measurements.ts'

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
