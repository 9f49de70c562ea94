import type { Sample } from '../../../model/internet/uplinks/status.ts'
import type { Round } from '../../../model/internet/uplinks/verdict.ts'

/** Periods of a history, by the name that the API gives it: their length, and how many are kept. */
export const SAMPLE_SCALES = {
  minutes: { seconds: 60, most: 1440 },
  hours: { seconds: 3600, most: 720 },
} as const
export type SampleScale = keyof typeof SAMPLE_SCALES

/** The samples of one uplink at one scale, one for each period in which it was probed. */
export class SampleSeries {
  readonly #scale: SampleScale
  readonly #keep: (sample: Sample) => void
  readonly #ended: Sample[]
  #rounds: Round[] = []
  /** The start of the current period in unix seconds, and whether the uplink was up during all of it. */
  #current: { readonly start: number; up: boolean } | undefined

  /** `past`: samples from before the start, oldest first. `keep` is called with each sample whose period has ended. */
  constructor(scale: SampleScale, past: readonly Sample[] = [], keep: (sample: Sample) => void = () => undefined) {
    this.#scale = scale
    this.#keep = keep
    this.#ended = past.slice(-SAMPLE_SCALES[scale].most)
  }

  /** `up`: the state of the uplink after this round; `now` in milliseconds. */
  add(round: Round, up: boolean, now: number): void {
    const { seconds, most } = SAMPLE_SCALES[this.#scale]
    const start = Math.floor(now / 1000 / seconds) * seconds
    if (this.#current && this.#current.start !== start) {
      const ended = this.#sample(this.#current)
      this.#ended.push(ended)
      if (this.#ended.length > most) this.#ended.shift()
      this.#keep(ended)
      this.#rounds = []
      this.#current = undefined
    }
    this.#rounds.push(round)
    this.#current ??= { start, up }
    this.#current.up &&= up
  }

  #sample({ start, up }: { readonly start: number; readonly up: boolean }): Sample {
    return { Time: start, ...figuresOf(this.#rounds), Up: up }
  }

  /** At most `count` samples, newest first; the first one is of the current period. */
  newest(count: number = SAMPLE_SCALES[this.#scale].most): Sample[] {
    const all = this.#current ? [...this.#ended, this.#sample(this.#current)] : this.#ended
    return all.slice(-Math.min(count, SAMPLE_SCALES[this.#scale].most)).reverse()
  }
}

/** What rounds in succession come to. */
type Figures = Pick<Sample, 'LatencyMs' | 'JitterMs' | 'LossPct'>

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
