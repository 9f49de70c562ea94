import type { Core } from '../../../../core.ts'
import type { Machine } from '../../../../machine/machine.ts'
import type { TrafficSampler } from '../../../traffic/flows/sampler.ts'
import { watchAlwaysOnline } from './alwaysonline.ts'
import { watchLogins } from './logins.ts'
import { watchRepeated } from './repeated.ts'
import { watchScans } from './scans.ts'
import { watchSurges } from './surges.ts'

interface Deps extends Pick<Core, 'facts' | 'bus' | 'onFailure' | 'history'> {
  readonly machine: Pick<Machine, 'clock' | 'arpProbe'>
  readonly sampler: Pick<TrafficSampler, 'since'>
  readonly isUplink: (link: string) => boolean
  /** Length of a minute in milliseconds. Tests shorten it. */
  readonly minuteMs?: number | undefined
}

/** Publishes events about what takes time to notice: repetition, scans, unusual traffic and missing devices. */
function openDetectors({ machine, facts, bus, history, sampler, isUplink, onFailure, minuteMs }: Deps): Disposable {
  const { clock } = machine
  const stack = new DisposableStack()
  stack.use(watchRepeated({ bus, clock, facts }))
  stack.use(watchLogins({ bus, clock, log: history.keyValueLog('logins'), onFailure }))
  stack.use(watchScans({ bus, clock, isUplink }))
  stack.use(
    watchSurges({
      ...{ bus, clock, facts, onFailure, minuteMs },
      ...{ since: sampler.since, log: history.keyValueLog('trafficpeaks') },
    }),
  )
  stack.use(watchAlwaysOnline({ bus, clock, facts, machine, minuteMs }))
  return stack
}

/** What measures so that rules can alert: traffic, new countries and the like. */
export function detectorsPart(core: Core, needs: Pick<Deps, 'sampler'>): void {
  const { uplinks, keep } = core
  keep(openDetectors({ ...core, ...needs, isUplink: (link) => uplinks().some((uplink) => uplink.link === link) }))
}
