import type { Sample } from './status.ts'
import type { Round } from './verdict.ts'

/** What rounds in succession come to. */
export type Figures = Pick<Sample, 'LatencyMs' | 'JitterMs' | 'LossPct'>

/** Mean latency of the rounds that were answered, mean difference from one to the next, and share of probes lost. */
export function figuresOf(rounds: readonly Round[]): Figures {
  const latencies = rounds.flatMap((round) => latencyOf(round) ?? [])
  const steps = latencies.slice(1).map((latency, i) => Math.abs(latency - latencies[i]!))
  const answers = rounds.flatMap((round) => round.answers)
  const lost = answers.filter(({ ms }) => ms === undefined).length
  return {
    LatencyMs: rounded(mean(latencies)),
    JitterMs: rounded(mean(steps)),
    LossPct: rounded(answers.length > 0 ? (100 * lost) / answers.length : 0),
  }
}

/** Milliseconds until the nearest target answered; undefined if none did. */
export function latencyOf({ answers, gateway }: Round): number | undefined {
  const times = [...answers, ...(gateway ? [gateway] : [])].flatMap(({ ms }) => ms ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}

const mean = (values: readonly number[]): number =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0

export const rounded = (value: number): number => Math.round(value * 1000) / 1000
