import type { Compiler } from '../compiler/compile.ts'
import { type Driver, type Step, stepsOf } from '../drivers/driver.ts'
import { Refused } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { Change } from '../store/facts.ts'
import { inverse, type Ledger } from '../store/ledger.ts'
import type { Entry } from '../store/table.ts'
import type { Connections } from './connections.ts'
import { type Convergence, driverFailureOf } from './converge.ts'
import type { DriftList } from './drift.ts'

interface Deps {
  readonly ledger: Ledger
  readonly database: Pick<Database, 'begin'>
  readonly compiler: Compiler
  readonly drivers: readonly Driver[]
  readonly connections: Connections
  readonly convergence: Convergence
  readonly driftList: DriftList
}

/**
 * The transaction of a change: it is drafted, written, added to the facts, compiled, applied, and then committed. If it is
 * invalid, or the kernel or the disk rejects it, it is undone in the database, in the facts, and in the kernel. Only one may run
 * at a time.
 */
export function openChange(deps: Deps): Change {
  const { ledger, database, compiler, convergence } = deps
  return async (edit) => {
    const entries = ledger.draw(edit)
    if (entries.length === 0) return entries
    const saving = database.begin(entries)
    ledger.post(entries)
    try {
      await enforce(deps, entries)
      saving.commit()
    } catch (error) {
      saving.rollback()
      ledger.post(inverse(entries))
      // The update may be incomplete.
      compiler.reset()
      // Some drivers may have applied their steps and others not: comparing everything with the kernel shows which.
      await convergence.convergeAll()
      throw error
    }
    return entries
  }
}

/**
 * Compiles the changed facts and applies them with all drivers at the same time. Threaded drivers start first, since calls into
 * the kernel block this thread.
 */
async function enforce({ compiler, drivers, connections, ...deps }: Deps, entries: readonly Entry[]): Promise<void> {
  const { frame: before } = compiler.network
  const delta = compiler.update(entries)
  const frames = { before, after: compiler.network.frame }
  const outcomes = await Promise.allSettled(
    [...drivers.filter(isThreaded), ...drivers.filter((driver) => !isThreaded(driver))].map(async (driver) => {
      const steps = stepsOf(driver, delta, frames)
      if (steps.length > 0) await apply(driver, steps, deps)
    }),
  )
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  await connections.endLost(delta)
}

const isThreaded = ({ threaded }: Driver): boolean => threaded === true

/** Applies steps. Only a rejection by the kernel makes the change fail; any other failure is drift, and is retried. */
async function apply(
  driver: Driver,
  steps: readonly Step[],
  { convergence, driftList }: Pick<Deps, 'convergence' | 'driftList'>,
): Promise<void> {
  try {
    const drift = await applySteps(driver, steps, convergence)
    // These are only some of the driver's items: earlier drift may remain.
    if (drift.length > 0) convergence.report(driver.name, [...driftList.failedOf(driver.name), ...drift])
  } catch (error) {
    if (error instanceof Refused) throw error
    convergence.report(driver.name, [driverFailureOf(driver, error)])
  }
}

/**
 * The steps of a change assume that the rest is in place. Another program may have removed it, so after a rejection everything is
 * applied; if that fails too, the kernel's first rejection is thrown.
 */
const applySteps = (driver: Driver, steps: readonly Step[], { applyAll }: Convergence) =>
  driver.apply(steps).catch((failure) =>
    applyAll(driver).catch((error) => {
      throw failure instanceof Refused ? failure : error
    }),
  )
