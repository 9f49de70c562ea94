import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import { openRecordLimit } from '../../machine/recordlimit.ts'
import type { CallPeer } from '../../model/access/admission.ts'

/** Longer paths of unknown callers are cut. */
const MAX_PATH = 200

/** Publishes `log:www:access` for each call: all of known callers, and of unknown ones as many as the record limit admits. */
export interface AccessLog {
  /** `path` without the query, which may hold secrets. `isKnown`: the caller had valid credentials. */
  note(peer: CallPeer, method: string, path: string, isKnown: boolean): void
}

export function openAccessLog({ bus, clock }: { bus: Bus; clock: Clock }): AccessLog {
  const limit = openRecordLimit(clock, (count) => {
    const msg = `${count} more calls without valid credentials are not listed`
    bus.publish('log:api', { level: 'warning', msg, time: new Date(clock.now()).toISOString() })
  })
  return {
    note({ address, port }, method, path, isKnown) {
      if (!isKnown && !limit.admits(address)) return
      const shown = isKnown ? path : path.slice(0, MAX_PATH)
      bus.publish('log:www:access', { remoteaddr: `${address}:${port}`, method, path: shown })
    },
  }
}
