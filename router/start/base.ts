import type { LogEntry } from '../features/logs/entry.ts'
import { readJournal } from '../features/logs/journal.ts'
import { type Log, openLog } from '../features/logs/log.ts'
import { openRing } from '../features/logs/ring.ts'
import type { Clock, Machine } from '../machine/machine.ts'
import type { RouterOptions } from './options.ts'

/** Dependencies of all other parts. */
export interface Base {
  readonly machine: Machine
  readonly clock: Clock
  readonly options: RouterOptions
  readonly log: Log
  /** The log, newest first. */
  readonly readLog: () => Iterable<LogEntry> | AsyncIterable<LogEntry>
  /** Logs a failure that has no caller. */
  readonly onFailure: (what: string, error: unknown) => void
}

export function openBase(machine: Machine, options: RouterOptions): Base {
  const { clock } = machine
  const { log: print, journalUnit } = options
  const ring = openRing()
  const log = openLog({ clock, print, ...(journalUnit === undefined ? { ring } : {}) })
  return {
    machine,
    clock,
    options,
    log,
    readLog: () => (journalUnit === undefined ? ring.entries() : readJournal(machine, journalUnit)),
    onFailure: (what, error) => log.note(`${what}: ${describe(error)}`, 'error'),
  }
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? ` (${describe(error.cause)})` : ''}` : String(error)
