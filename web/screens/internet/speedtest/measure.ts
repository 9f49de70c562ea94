import { speedtest } from '../../../../router/model/internet/speedtest/contract.ts'
import { LARGEST } from '../../../../router/model/internet/speedtest/range.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import { ask, call } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { FIRST_SIZE, LARGEST_SIZE, nextSize, openMeter } from './meter.ts'

/** How long each way is measured. */
const LASTS_MS = 5000
/** The router moves 2 GiB in a minute for all who measure; one that runs leaves room for another. */
const MOST_BYTES = 700e6
/** The router permits two at a time for each device: a single connection often does not use the full rate. */
const AT_ONCE = 2
const ASKED_TIMES = 5
/** Chunks arrive by the thousand; more frequent updates of the gauge would not be visible. */
const REPORT_EVERY_MS = 100
/** Within what the mean leaves out. */
const TRY_AGAIN_MS = 200

interface Way {
  /** The present rate in bits per second. */
  readonly onRate: (rate: number) => void
  readonly signal: AbortSignal
}

/** The shortest time, in milliseconds, within which the router answered. */
export async function measureWait(): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let time = 0; time < ASKED_TIMES; time++) {
    const asked = performance.now()
    await call(system.status)
    shortest = Math.min(shortest, performance.now() - asked)
  }
  return shortest
}

/** Bits per second from the router. */
export const measureDown = (way: Way): Promise<number> =>
  measure(way, async (isOver, count) => {
    while (!isOver()) {
      const params = { start: '0', end: String(LARGEST - 1) }
      const { body } = await inTurn(isOver, () => ask(speedtest.downSlice, { params }))
      const reader = body?.getReader()
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
        count(chunk.value.length)
        if (isOver()) await reader?.cancel()
      }
    }
  })

/** Bits per second to the router. A browser does not report the progress of an upload, so it is sent in chunks. */
export function measureUp(way: Way): Promise<number> {
  const bytes = new Blob([new Uint8Array(LARGEST_SIZE)])
  return measure(way, async (isOver, count) => {
    let size = FIRST_SIZE
    while (!isOver()) {
      const begin = performance.now()
      const part = { params: { start: '0', end: String(size) }, upload: bytes.slice(0, size) }
      await inTurn(isOver, () => ask(speedtest.upSlice, part))
      count(size)
      size = nextSize(size, performance.now() - begin)
    }
  })
}

/** The router takes a moment to notice that a download was broken off, and until then has no place for the next. */
async function inTurn(isOver: () => boolean, attempt: () => Promise<Response>): Promise<Response> {
  for (;;)
    try {
      return await attempt()
    } catch (reason) {
      const isShort = reason instanceof Failure && reason.reason === 'locked' && reason.retryAfterSeconds === 1
      if (!isShort || isOver()) throw reason
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
}

type Lane = (isOver: () => boolean, count: (bytes: number) => void) => Promise<void>

async function measure({ onRate, signal }: Way, lane: Lane): Promise<number> {
  const begin = performance.now()
  const meter = openMeter(begin)
  const isOver = () => signal.aborted || performance.now() - begin > LASTS_MS || meter.total() > MOST_BYTES
  let reportedAt = begin
  const count = (bytes: number) => {
    const now = performance.now()
    meter.add(bytes, now)
    if (now - reportedAt < REPORT_EVERY_MS) return
    reportedAt = now
    onRate(meter.now(now))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, () => lane(isOver, count)))
  return meter.mean(performance.now())
}
