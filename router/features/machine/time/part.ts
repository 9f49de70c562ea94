import { randomBytes } from 'node:crypto'
import type { Core } from '../../../core.ts'
import { time } from '../../../model/machine/time/contract.ts'
import { serve } from '../../../model/operation.ts'
import { timeHandlers } from './handlers.ts'
import { lastTimeFile, openLastTime } from './lasttime.ts'
import type { ClockAtStart } from './raise.ts'
import { openSynchronize } from './synchronize.ts'
import { watchClock } from './watch.ts'

/** The clock of the router. */
export function timePart(core: Core, { atStart }: { readonly atStart: ClockAtStart }) {
  const { machine, data, onFailure, keep } = core
  const synchronize = openSynchronize({ ...core, sockets: machine, nonce: () => randomBytes(8) })
  const clockWatch = keep(watchClock({ ...core, atStart, synchronize }))
  const lastTime = openLastTime(machine, lastTimeFile(data))
  keep({
    [Symbol.dispose]() {
      try {
        lastTime.save()
      } catch (error) {
        onFailure('the last known time could not be saved', error)
      }
    },
  })
  return { clockWatch, lastTime, operations: serve(time, timeHandlers({ ...core, synchronize })) }
}
