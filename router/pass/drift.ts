import type { Bus } from '../events/bus.ts'
import type { Drift } from '../events/catalogue.ts'

/** Differences between the machine and the Network, by driver. Each change is published as `system:drift`. */
export interface DriftList {
  readonly all: readonly Drift[]
  /** Replaces the items that this driver could not apply. */
  setFailed(driver: string, drift: readonly Drift[]): void
  failedOf(driver: string): readonly Drift[]
  /** Whether any item could not be applied. */
  readonly hasFailed: boolean
  /** Replaces the items that another program changed and that are not repaired yet. */
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
