import type { UplinkFault } from '../../../model/internet/uplinks/fault.ts'
import type { Outage, Sample } from '../../../model/internet/uplinks/status.ts'
import type { Round } from '../../../model/internet/uplinks/verdict.ts'
import { figuresOf, latencyOf, rounded, type SampleScale, SampleSeries } from './series.ts'

const MOST_SAMPLES = 1440
const MOST_OUTAGES = 100
/** Over how many rounds loss and jitter are taken. */
const WINDOW = 10
const DAY_MS = 24 * 3600_000

interface Interval {
  readonly start: number
  /** Undefined while it lasts. */
  readonly end: number | undefined
  readonly fault: UplinkFault
}

/** What was kept of an uplink before the start, and where to keep more. */
export interface Past {
  /** Outages that are over, oldest first. */
  readonly outages: readonly Outage[]
  /** Samples of one scale, oldest first. */
  readonly samples: (scale: SampleScale) => readonly Sample[]
  readonly keepOutage: (outage: Outage) => void
  readonly keepSample: (scale: SampleScale, sample: Sample) => void
}

const NOTHING: Past = {
  outages: [],
  samples: () => [],
  keepOutage: () => undefined,
  keepSample: () => undefined,
}

/** What is remembered of one uplink: bounded, the newest last. */
export class UplinkRecord {
  readonly #link: string
  readonly #past: Past
  readonly #series: Readonly<Record<SampleScale, SampleSeries>>
  readonly #samples: Sample[] = []
  readonly #rounds: Round[] = []
  #outages: Interval[] = []
  #total = 0
  #changedAt: number | undefined
  /** When the rounds began that have not been given up since. */
  #watchedAt: number | undefined

  constructor(link: string, past: Past = NOTHING) {
    this.#link = link
    this.#past = past
    const series = (scale: SampleScale) =>
      new SampleSeries(scale, past.samples(scale), (sample) => past.keepSample(scale, sample))
    this.#series = { minutes: series('minutes'), hours: series('hours') }
    this.#outages = past.outages
      .map(({ Iface: _, Start, End, ...fault }) => ({ start: Start * 1000, end: End * 1000, fault }))
      .slice(-MOST_OUTAGES)
    this.#total = this.#outages.length
    this.#changedAt = this.#outages.at(-1)?.end
  }

  /** A round is through; `up` is what is held of the uplink after it. */
  learn(round: Round, up: boolean, now: number): void {
    this.#watchedAt ??= now
    this.#rounds.push(round)
    if (this.#rounds.length > WINDOW) this.#rounds.shift()
    this.#samples.push({ Time: seconds(now), ...latest(this.#rounds), Up: up })
    if (this.#samples.length > MOST_SAMPLES) this.#samples.shift()
    for (const series of Object.values(this.#series)) series.add(round, up, now)
  }

  /** The uplink is not probed any more. */
  rest(): void {
    this.#watchedAt = undefined
  }

  wentDown(fault: UplinkFault, now: number): void {
    this.#changedAt = now
    this.#total++
    this.#outages = [...this.#outages, { start: now, end: undefined, fault }].slice(-MOST_OUTAGES)
  }

  cameUp(now: number): void {
    this.#changedAt = now
    const last = this.#outages.pop()
    if (!last) return
    this.#outages.push({ ...last, end: now })
    this.#past.keepOutage(this.#shown({ ...last, end: now }))
  }

  #shown({ start, end, fault }: Interval): Outage {
    return { Iface: this.#link, Start: seconds(start), End: end === undefined ? 0 : seconds(end), ...fault }
  }

  /** One sample for each round, newest first. */
  get samples(): Sample[] {
    return this.#samples.toReversed()
  }

  /** At most `count` samples, one for each minute or hour, newest first. */
  series(scale: SampleScale, count?: number): Sample[] {
    return this.#series[scale].newest(count)
  }

  /** Newest first. */
  get outages(): Outage[] {
    return this.#outages.map((outage) => this.#shown(outage)).reverse()
  }

  summary(now: number) {
    const since = now - DAY_MS
    const downMs = this.#outages.map(({ start, end = now }) => Math.max(0, end - Math.max(start, since)))
    return {
      ...latest(this.#rounds),
      WatchedSince: this.#watchedAt === undefined ? 0 : seconds(this.#watchedAt),
      LastChange: this.#changedAt === undefined ? 0 : seconds(this.#changedAt),
      TotalOutages: this.#total,
      Downtime24h: Math.round(downMs.reduce((sum, ms) => sum + ms, 0) / 1000),
    }
  }
}

/** Latency of the last round; loss and jitter over all of these. */
function latest(rounds: readonly Round[]): ReturnType<typeof figuresOf> {
  const last = rounds.at(-1)
  return { ...figuresOf(rounds), LatencyMs: rounded((last && latencyOf(last)) || 0) }
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
