import { figuresOf } from '../../../model/internet/uplinks/figures.ts'
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
