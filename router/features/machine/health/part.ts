import type { Core } from '../../../core.ts'
import type { PowerAction } from '../../../machine/machine.ts'
import { health } from '../../../model/machine/health/contract.ts'
import { serve } from '../../../model/operation.ts'
import { openBackupCheck } from '../backup/age.ts'
import type { LastTime } from '../time/lasttime.ts'
import type { ClockWatch } from '../time/watch.ts'
import { openCrashLog } from './crash.ts'
import { openDiskCheck } from './disk.ts'
import { healthHandlers } from './handlers.ts'
import { openHealthWatch } from './history.ts'
import { openTemperatureCheck } from './temperature.ts'
import { watchHealth } from './watch.ts'

interface Needs {
  readonly turnOff: ((action: PowerAction) => void) | undefined
  readonly clockWatch: ClockWatch
  readonly lastTime: Pick<LastTime, 'check'>
  /** The directory of backups. */
  readonly backups: string
  readonly runDirectory: string
}

/** The disk, the temperature, the age of the backup, and failures of the machine. */
export function healthPart(core: Core, { clockWatch, lastTime, backups, runDirectory, turnOff }: Needs) {
  const { data, keep } = core
  const healthWatch = openHealthWatch({ ...core, path: data, isClockBehind: () => clockWatch.isBehind })
  keep(
    watchHealth(core, {
      'the disk': openDiskCheck({ ...core, path: data }),
      'the health of the machine': healthWatch.check,
      'the temperature': openTemperatureCheck(core),
      'the last known time': lastTime.check,
      'the age of the backup': openBackupCheck({ ...core, directory: backups }),
    }),
  )
  keep(openCrashLog({ ...core, runDirectory }))
  return { operations: serve(health, healthHandlers({ ...core, watch: healthWatch, turnOff })) }
}
