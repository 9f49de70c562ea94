import type { Machine } from '../../../machine/machine.ts'
import type { LogEntry } from '../../../model/machine/logs/entry.ts'
import { readJournal } from './journal.ts'
import { openLog, type RouterLog } from './log.ts'
import { openRing } from './ring.ts'

interface Deps {
  readonly machine: Pick<Machine, 'clock' | 'stream'>
  readonly print: (line: string) => void
  /** The unit whose journal has the printed lines; undefined if no journal has them. */
  readonly journalUnit: string | undefined
}

/** The log, and a function that reads it, newest first. */
export interface StartedLog {
  readonly log: RouterLog
  readonly readLog: () => Iterable<LogEntry> | AsyncIterable<LogEntry>
}

export function startLog({ machine, print, journalUnit }: Deps): StartedLog {
  const { clock } = machine
  if (journalUnit !== undefined)
    return { log: openLog({ clock, print }), readLog: () => readJournal(machine, journalUnit) }
  const ring = openRing()
  return { log: openLog({ clock, print, ring }), readLog: () => ring.entries() }
}
