/** What has happened since the start, for the status page. */
export interface Counters {
  /** Everything that came in. */
  received: number
  /** Of that: too short, not a question, or one that cannot be read. */
  malformed: number
  /** From addresses that are no household device's. */
  strangers: number
  quarantined: number
  /** Answered from the names of the home. */
  local: number
  cached: number
  /** Answered with what had already run out, because the upstream was silent. */
  stale: number
  /** Put to an upstream. */
  forwarded: number
  /** No upstream had an answer in time. */
  failed: number
  /** Withheld because the answer pointed into the home. */
  rebound: number
  /** Questions whose answer the rules of the home withheld: blocked, canaries, quarantine, and what pointed into the home. */
  withheld: number
  /** Answered, but not logged, because the log was behind. */
  unlogged: number
  /** Turned away because too much was open already. */
  overloaded: number
  /** Our own mistakes. */
  faults: number
}

export const openCounters = (): Counters => ({
  received: 0,
  malformed: 0,
  strangers: 0,
  quarantined: 0,
  local: 0,
  cached: 0,
  stale: 0,
  forwarded: 0,
  failed: 0,
  rebound: 0,
  withheld: 0,
  unlogged: 0,
  overloaded: 0,
  faults: 0,
})
