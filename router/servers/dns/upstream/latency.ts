/** How long an upstream takes to answer. Milliseconds; 0 before the first answer. */
export interface Latency {
  /** Of all answers, weighted exponentially: half of the weight is on the last 14 or so. */
  readonly averageMs: number
  /** Of the last 128 answers: half of them, and 95 of 100, took no longer. */
  readonly medianMs: number
  readonly p95Ms: number
  /** When the last answer arrived, in Unix seconds; 0 for never. */
  readonly lastAnswer: number
}

export const NO_LATENCY: Latency = { averageMs: 0, medianMs: 0, p95Ms: 0, lastAnswer: 0 }

const KEPT = 128
const WEIGHT = 0.05

/** Measures the answers to queries that are sent anyway. */
export function openLatency() {
  const last = new Float64Array(KEPT)
  let count = 0
  let averageMs = 0
  let answeredAt = 0
  return {
    /** `now`: Unix milliseconds. */
    add(ms: number, now: number): void {
      averageMs = count === 0 ? ms : averageMs + WEIGHT * (ms - averageMs)
      last[count++ % KEPT] = ms
      answeredAt = now
    },
    read(): Latency {
      if (count === 0) return NO_LATENCY
      const sorted = last.slice(0, Math.min(count, KEPT)).sort()
      const at = (part: number): number => tenths(sorted[Math.ceil(sorted.length * part) - 1] ?? 0)
      return {
        ...{ averageMs: tenths(averageMs), medianMs: at(0.5), p95Ms: at(0.95) },
        lastAnswer: Math.floor(answeredAt / 1000),
      }
    },
  }
}

/** Of two threads: the later answer, the slower of the percentiles, and the average of both weighted by their answers. */
export function mergeLatency(a: Latency & Counts, b: Latency & Counts): Latency {
  const [answersA, answersB] = [a, b].map(({ asked, failed }) => asked - failed) as [number, number]
  const all = answersA + answersB
  return {
    averageMs: all === 0 ? 0 : tenths((a.averageMs * answersA + b.averageMs * answersB) / all),
    medianMs: Math.max(a.medianMs, b.medianMs),
    p95Ms: Math.max(a.p95Ms, b.p95Ms),
    lastAnswer: Math.max(a.lastAnswer, b.lastAnswer),
  }
}

interface Counts {
  readonly asked: number
  readonly failed: number
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10
