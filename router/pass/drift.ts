import type { Bus } from '../events/bus.ts'
import type { Drift } from '../events/catalogue.ts'

/** What of the machine is not as the Network has it, by driver. Each change of it is published as `system:drift`. */
export interface DriftList {
  readonly all: readonly Drift[]
  /** What this driver could not apply, in place of what was known before. */
  setFailed(driver: string, drift: readonly Drift[]): void
  failedOf(driver: string): readonly Drift[]
  /** Whether everything that was asked for has been applied. */
  readonly hasFailed: boolean
  /** What another program changed there, until it is repaired. */
  setForeign(driver: string, drift: readonly Drift[]): void
}

export function openDriftList(bus: Pick<Bus, 'publish'>): DriftList {
  const failed = new Map<string, readonly Drift[]>()
  const foreign = new Map<string, readonly Drift[]>()
  const all = (): Drift[] => [...foreign.values(), ...failed.values()].flat()
  const set = (list: Map<string, readonly Drift[]>, driver: string, drift: readonly Drift[]): void => {
    const before = JSON.stringify(list.get(driver) ?? [])
    list.set(driver, drift)
    if (before !== JSON.stringify(drift)) bus.publish('system:drift', { drift: all() })
  }
  return {
    get all() {
      return all()
    },
    setFailed: (driver, drift) => set(failed, driver, drift),
    failedOf: (driver) => failed.get(driver) ?? [],
    get hasFailed() {
      return [...failed.values()].some(({ length }) => length > 0)
    },
    setForeign: (driver, drift) => set(foreign, driver, drift),
  }
}
