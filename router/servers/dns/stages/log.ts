import type { Clock } from '../../../machine/machine.ts'
import { ipToNumber } from '../../../values/ip.ts'
import type { Recorder } from '../recorder.ts'
import { followed, type Stage } from '../stage.ts'

/** Records the result of the query. It delays nothing: the response is sent even if it cannot be recorded. */
export const log =
  (recorder: Recorder, clock: Clock): Stage =>
  (asked, next) =>
    followed(next(asked), (outcome) => {
      const { answer, ageSeconds } = outcome
      const finding = recorder.finding(asked, answer)
      recorder.note(finding, ipToNumber(asked.from), asked.port, clock.now(), answer.bytes, ageSeconds)
      return outcome
    })
