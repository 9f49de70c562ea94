import { readJournal } from '../features/machine/logs/journal.ts'
import { openLog, type RouterLog } from '../features/machine/logs/log.ts'
import { openRing } from '../features/machine/logs/ring.ts'
import type { Machine } from '../machine/machine.ts'
import { openStepClock, type StepClock } from '../machine/stepclock.ts'
import type { LogEntry } from '../model/machine/logs/entry.ts'
import type { RouterOptions } from './options.ts'

/** Dependencies of all other parts. */
export interface Base {
  readonly machine: Machine
  readonly clock: StepClock
  readonly options: RouterOptions
  readonly log: RouterLog
  /** The log, newest first. */
  readonly readLog: () => Iterable<LogEntry> | AsyncIterable<LogEntry>
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
  const ring = openRing()
  const log = openLog({ clock, print, ...(journalUnit === undefined ? { ring } : {}) })
  const listeners = new Set<FailureListener>()
  return {
    machine,
    clock,
    options,
    log,
    readLog: () => (journalUnit === undefined ? ring.entries() : readJournal(machine, journalUnit)),
    onFailure(what, error) {
      log.note(`${what}: ${describe(error)}`, 'error')
      for (const listener of listeners) listener(what, error)
    },
    watchFailures: (listener) => void listeners.add(listener),
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? ` (${describe(error.cause)})` : ''}` : String(error)
