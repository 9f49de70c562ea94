import type { Core } from '../../../core.ts'
import type { WifiFailure } from '../../../model/wifi/admission/failure.ts'
import type { Mac } from '../../../values/mac.ts'

/** Anyone in range can send frames from many addresses. */
const MOST_STATIONS = 256

/** Failed attempts to join the wifi, in memory. */
export interface Failures extends Disposable {
  /** The newest first. */
  list(): WifiFailure[]
}

type Deps = Pick<Core, 'facts' | 'bus' | 'clock'>

/** Counts the failed attempts of each station until it connects. Without space for another, the oldest of an unknown station is dropped. */
export function openFailures({ facts, bus, clock }: Deps): Failures {
  /** The newest last. */
  const failures = new Map<Mac, Omit<WifiFailure, 'Name'>>()

  function makeSpace(): void {
    if (failures.size < MOST_STATIONS) return
    const [oldest] = failures.keys()
    const unknown = [...failures.keys()].find((mac) => !facts.devices.has(mac))
    failures.delete(unknown ?? oldest ?? '')
  }

  const subscriptions = [
    bus.subscribe('wifi:auth:fail', ({ MAC, Iface, Type, Cause }) => {
      const now = Math.floor(clock.now() / 1000)
      const { First = now, Count = 0 } = failures.get(MAC) ?? {}
      failures.delete(MAC)
      makeSpace()
      failures.set(MAC, { MAC, Iface, Type, Cause, First, Time: now, Count: Count + 1 })
    }),
    bus.subscribe('wifi:auth:success', ({ MAC }) => void failures.delete(MAC)),
  ]
  return {
    list: () =>
      [...failures.values()]
        .reverse()
        .map((failure) => ({ ...failure, Name: facts.devices.get(failure.MAC)?.Name ?? '' })),
    [Symbol.dispose]() {
      for (const subscription of subscriptions) subscription[Symbol.dispose]()
    },
  }
}
