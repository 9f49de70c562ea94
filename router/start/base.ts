import { type StartedLog, startLog } from '../features/machine/logs/start.ts'
import type { Machine } from '../machine/machine.ts'
import { openStepClock, type StepClock } from '../machine/stepclock.ts'
import type { RouterOptions } from './options.ts'

/** Dependencies of all other parts. */
export interface Base extends StartedLog {
  readonly machine: Machine
  readonly clock: StepClock
  readonly options: RouterOptions
  /** Logs a failure that has no caller. */
  readonly onFailure: FailureListener
  /** Calls back with each of these failures. */
  readonly watchFailures: (listener: FailureListener) => void
}

type FailureListener = (what: string, error: unknown) => void

export function openBase(given: Machine, options: RouterOptions): Base {
  const clock = openStepClock(given.clock)
  const machine: Machine = { ...given, clock }
  const { log: print, journalUnit } = options
  const { log, readLog } = startLog({ machine, print, journalUnit })
  const listeners = new Set<FailureListener>()
  return {
    machine,
    clock,
    options,
    log,
    readLog,
    onFailure(what, error) {
      log.note(`${what}: ${describe(error)}`, 'error')
      for (const listener of listeners) listener(what, error)
    },
    watchFailures: (listener) => void listeners.add(listener),
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? ` (${describe(error.cause)})` : ''}` : String(error)
