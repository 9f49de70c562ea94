import { activeUplink } from '../features/internet/dyndns/address.ts'
import { openBackupCheck } from '../features/machine/backup/age.ts'
import { openCrashLog } from '../features/machine/health/crash.ts'
import { openDiskCheck } from '../features/machine/health/disk.ts'
import { type HealthWatch, openHealthWatch } from '../features/machine/health/history.ts'
import { openTemperatureCheck } from '../features/machine/health/temperature.ts'
import { watchHealth } from '../features/machine/health/watch.ts'
import { type ReleaseWatch, watchReleases } from '../features/machine/releases/watch.ts'
import { lastTimeFile, openLastTime } from '../features/machine/time/lasttime.ts'
import type { ClockWatch } from '../features/machine/time/watch.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import { archiveDirectory } from './options.ts'
import type { State } from './state.ts'

/** Opens what watches the router itself, and publishes what an owner should know. */
export function openHealth(
  { machine, clock, options, onFailure }: Base,
  { facts, history, runDirectory }: State,
  { bus, network, resolve, watch }: Enforcement,
  clockWatch: ClockWatch,
  opened: AsyncDisposableStack,
): { readonly releases: ReleaseWatch; readonly healthWatch: HealthWatch } {
  const { data, version, authorities } = options
  const healthWatch = openHealthWatch({ machine, bus, history, path: data, isClockBehind: () => clockWatch.isBehind })
  const lastTime = openLastTime(machine, lastTimeFile(data))
  opened.defer(() => {
    try {
      lastTime.save()
    } catch (error) {
      onFailure('the last known time could not be saved', error)
    }
  })
  opened.use(
    watchHealth(
      { clock, onFailure },
      {
        'the disk': openDiskCheck({ machine, bus, path: data }),
        'the health of the machine': healthWatch.check,
        'the temperature': openTemperatureCheck({ machine, bus }),
        'the last known time': lastTime.check,
        'the age of the backup': openBackupCheck({ machine, facts, bus, directory: archiveDirectory(options) }),
      },
    ),
  )
  opened.use(openCrashLog({ machine, bus, data, runDirectory, version, onFailure }))
  const uplink = (): string | undefined => activeUplink(network().frame.uplinks)?.link
  const releases = opened.use(
    watchReleases({ facts, clock, bus, machine, resolve, uplink, authorities, version, onFailure }),
  )
  opened.use(watch(releases.learn))
  return { releases, healthWatch }
}
