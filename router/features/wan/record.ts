import type { Outage, Sample } from './status.ts'
import type { Round } from './verdict.ts'

const MOST_SAMPLES = 1440
const MOST_OUTAGES = 100
/** Over how many rounds loss and jitter are taken. */
const WINDOW = 10
const DAY_MS = 24 * 3600_000

interface Interval {
  readonly start: number
  /** Undefined while it lasts. */
  readonly end: number | undefined
  readonly reason: string
}

/** What is remembered of one uplink: bounded, the newest last. */
export class UplinkRecord {
  readonly #link: string
  readonly #keep: (outage: Outage) => void
  readonly #samples: Sample[] = []
  readonly #rounds: Round[] = []
  #outages: Interval[] = []
  #total = 0
  #changedAt: number | undefined
  /** When the rounds began that have not been given up since. */
  #watchedAt: number | undefined

  /** `past`: outages that were over before; `keep` is given each that ends from now on. */
  constructor(link: string, past: readonly Outage[] = [], keep: (outage: Outage) => void = () => undefined) {
    this.#link = link
    this.#keep = keep
    this.#outages = past
      .filter(({ Iface }) => Iface === link)
      .map(({ Start, End, Reason }) => ({ start: Date.parse(Start), end: Date.parse(End), reason: Reason }))
      .slice(-MOST_OUTAGES)
    this.#total = this.#outages.length
    this.#changedAt = this.#outages.at(-1)?.end
  }

  /** A round is through; `up` is what is held of the uplink after it. */
  learn(round: Round, up: boolean, now: number): void {
    this.#watchedAt ??= now
    this.#rounds.push(round)
    if (this.#rounds.length > WINDOW) this.#rounds.shift()
    this.#samples.push({ Time: text(now), ...figures(this.#rounds), Up: up })
    if (this.#samples.length > MOST_SAMPLES) this.#samples.shift()
  }

  /** Nobody asks any more. */
  rest(): void {
    this.#watchedAt = undefined
  }

  wentDown(reason: string, now: number): void {
    this.#changedAt = now
    this.#total++
    this.#outages = [...this.#outages, { start: now, end: undefined, reason }].slice(-MOST_OUTAGES)
  }

  cameUp(now: number): void {
    this.#changedAt = now
    const last = this.#outages.pop()
    if (!last) return
    this.#outages.push({ ...last, end: now })
    this.#keep(this.#shown({ ...last, end: now }))
  }

  #shown({ start, end, reason }: Interval): Outage {
    return { Iface: this.#link, Start: text(start), End: end === undefined ? '' : text(end), Reason: reason }
  }

  /** Newest first. */
  get samples(): Sample[] {
    return this.#samples.toReversed()
  }

  /** Newest first. */
  get outages(): Outage[] {
    return this.#outages.map((outage) => this.#shown(outage)).reverse()
  }

  summary(now: number) {
    const since = now - DAY_MS
    const downMs = this.#outages.map(({ start, end = now }) => Math.max(0, end - Math.max(start, since)))
    return {
      ...figures(this.#rounds),
      WatchedSince: this.#watchedAt === undefined ? '' : text(this.#watchedAt),
      LastChange: this.#changedAt === undefined ? '' : text(this.#changedAt),
      TotalOutages: this.#total,
      Downtime24h: Math.round(downMs.reduce((sum, ms) => sum + ms, 0) / 1000),
    }
  }
}

/** Latency of the last round; loss and jitter over all of these. */
function figures(rounds: readonly Round[]): Pick<Sample, 'LatencyMs' | 'JitterMs' | 'LossPct'> {
  const latencies = rounds.flatMap((round) => latencyOf(round) ?? [])
  const steps = latencies.slice(1).map((latency, i) => Math.abs(latency - latencies[i]!))
  const answers = rounds.flatMap((round) => round.answers)
  const lost = answers.filter(({ ms }) => ms === undefined).length
  return {
    LatencyMs: rounded((rounds.length > 0 && latencyOf(rounds.at(-1)!)) || 0),
    JitterMs: rounded(steps.length > 0 ? steps.reduce((sum, step) => sum + step, 0) / steps.length : 0),
    LossPct: rounded(answers.length > 0 ? (100 * lost) / answers.length : 0),
  }
}

/** Of the nearest who answered. */
function latencyOf({ answers, gateway }: Round): number | undefined {
  const times = [...answers, ...(gateway ? [gateway] : [])].flatMap(({ ms }) => ms ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

const text = (at: number): string => new Date(at).toISOString()
