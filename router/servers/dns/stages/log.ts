import type { Clock } from '../../../machine/machine.ts'
import { ipToNumber } from '../../../values/ip.ts'
import type { Recorder } from '../recorder.ts'
import { followed, type Stage } from '../stage.ts'

/** Tells what became of the question, when that is known. It holds nothing up: the answer goes out whether or not it is told. */
export const log =
  (recorder: Recorder, clock: Clock): Stage =>
  (asked, next) =>
    followed(next(asked), (outcome) => {
      const { answer, ageSeconds } = outcome
      const finding = recorder.finding(asked, answer)
      recorder.note(finding, ipToNumber(asked.from), asked.port, clock.now(), answer.bytes, ageSeconds)
      return outcome
    })
