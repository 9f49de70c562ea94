import type { Compiler } from '../compiler/compile.ts'
import { type Driver, type Step, stepsOf } from '../drivers/driver.ts'
import { Refused } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { Change } from '../store/facts.ts'
import { inverse, type Ledger } from '../store/ledger.ts'
import type { Entry } from '../store/table.ts'
import type { Connections } from './connections.ts'
import { type Convergence, failureOf } from './converge.ts'
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
 * The one transaction: a change is drafted, written, taken over into the facts, compiled, applied, and only then committed.
 * What is invalid, or what the kernel or the disk refuses, is undone: in the database, in the facts, and in the kernel. Only
 * one may run at a time.
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
      // It may have stopped half-way through the update.
      compiler.reset()
      // Some drivers may have applied their steps and others not: comparing everything with the kernel shows which.
      await convergence.convergeAll()
      throw error
    }
    return entries
  }
}

/**
 * Compile what changed, and apply it: by all drivers at once. Those whose work another thread does start first, since calls
 * into the kernel block this one.
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

/** Only what the kernel refuses makes a change fail. Any other failure is drift, and is tried again. */
async function apply(
  driver: Driver,
  steps: readonly Step[],
  { convergence, driftList }: Pick<Deps, 'convergence' | 'driftList'>,
): Promise<void> {
  try {
    const drift = await applySteps(driver, steps, convergence)
    // These steps are not all that the driver keeps: earlier drift may remain.
    if (drift.length > 0) convergence.report(driver.name, [...driftList.failedOf(driver.name), ...drift])
  } catch (error) {
    if (error instanceof Refused) throw error
    convergence.report(driver.name, [failureOf(driver, error)])
  }
}

/**
 * The steps of a change assume that the rest is in place. Where another program has removed it, everything is applied; if
 * that fails too, this was not the reason, and the kernel's first refusal counts.
 */
const applySteps = (driver: Driver, steps: readonly Step[], { applyAll }: Convergence) =>
  driver.apply(steps).catch((failure) =>
    applyAll(driver).catch((error) => {
      throw failure instanceof Refused ? failure : error
    }),
  )
