import type { MonotonicClock } from '../../../machine/machine.ts'
import { ipToNumber } from '../../../values/ip.ts'
import type { Recorder } from '../recorder.ts'
import { mapOutcome, type Stage } from '../stage.ts'

/** Logs the query with its result. The response is sent even if it cannot be logged. */
export const logQuery =
  (recorder: Recorder, clock: MonotonicClock): Stage =>
  (query, next) =>
    mapOutcome(next(query), (outcome) => {
      const { answer, ageSeconds, counted } = outcome
      const result = recorder.resultOf(query, answer)
      const isCached = counted !== undefined
      recorder.record(result, ipToNumber(query.from), query.port, clock.monotonic(), answer.bytes, ageSeconds, isCached)
      return outcome
    })
