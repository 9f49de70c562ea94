import type { Network } from '../compiler/network.ts'
import { type Driver, driftOf, planWhole, type Step } from '../drivers/driver.ts'
import { phraseOf } from '../errors.ts'
import type { Drift } from '../events/catalogue.ts'
import type { Clock } from '../machine/machine.ts'
import { phrase, verbatim } from '../phrases/phrase.ts'
import type { Connections } from './connections.ts'
import type { DriftList } from './drift.ts'

/** Interval of full comparisons with the kernel. Changes that the kernel reports are compared immediately. */
const CHECK_MS = 60_000
/** Delay of the first retry. It doubles with each further one. */
const FIRST_RETRY_MS = 1000

/** Compares the kernel's state with the Network and applies the difference, periodically. */
export interface Convergence extends Disposable {
  /** Applies all items of one driver. Throws if they cannot be read or applied. */
  applyAll(driver: Driver, onDifference?: (steps: readonly Step[]) => void): Promise<readonly Drift[]>
  /** The same; a failure becomes drift and is retried. */
  converge(driver: Driver, onDifference?: (steps: readonly Step[]) => void): Promise<void>
  /** Converges the drivers one after the other. */
  convergeAll(): Promise<void>
  /** Records what a driver could not apply, to retry it. */
  report(driver: string, drift: readonly Drift[]): void
}

interface Deps {
  readonly clock: Clock
  readonly drivers: readonly Driver[]
  readonly network: () => Network
  readonly connections: Connections
  readonly driftList: DriftList
  /** Runs tasks one at a time, after the current one. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
  readonly onFailure: (what: string, error: unknown) => void
}

export function openConvergence(deps: Deps): Convergence {
  const { clock, drivers, network, connections, driftList, inTurn, onFailure } = deps
  let retry: Disposable | undefined
  let retryMs = FIRST_RETRY_MS
  let check: Disposable | undefined
  let closed = false

  const applyAll: Convergence['applyAll'] = async (driver, onDifference = () => {}) => {
    const wanted = network()
    const steps = await planWhole(driver, await driver.read(wanted), wanted)
    if (steps.length === 0) return []
    onDifference(steps)
    const drift = await driver.apply(steps)
    if (driver.admits) await connections.endForbidden('all')
    return drift
  }

  const converge: Convergence['converge'] = async (driver, onDifference) => {
    try {
      report(driver.name, await applyAll(driver, onDifference))
    } catch (error) {
      onFailure(`${driver.name}: what differs could not be applied`, error)
      report(driver.name, [driverFailureOf(driver, error)])
    }
  }

  const convergeAll = async (): Promise<void> => {
    for (const driver of drivers) await converge(driver)
  }

  const report: Convergence['report'] = (driver, drift) => {
    driftList.setFailed(driver, drift)
    if (drift.length > 0) retryLater()
    else if (!driftList.hasFailed) retryMs = FIRST_RETRY_MS
  }

  const retryLater = (): void => {
    retry?.[Symbol.dispose]()
    if (closed) return
    retry = clock.after(retryMs, () => {
      retryMs = Math.min(retryMs * 2, CHECK_MS)
      void inTurn(convergeAll)
    })
  }

  const checkLater = (): void => {
    check = clock.after(CHECK_MS, () => void inTurn(convergeAll).then(() => closed || checkLater()))
  }
  checkLater()

  return {
    applyAll,
    converge,
    convergeAll,
    report,
    [Symbol.dispose]() {
      closed = true
      check?.[Symbol.dispose]()
      retry?.[Symbol.dispose]()
    },
  }
}

/** The drift of a driver that could not apply anything. */
export const driverFailureOf = ({ name }: Driver, error: unknown): Drift =>
  driftOf(
    name,
    'all',
    error instanceof Error ? phrase('machine.about', error.name, phraseOf(error)) : verbatim(String(error)),
  )
