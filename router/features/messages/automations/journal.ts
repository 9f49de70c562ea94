import type { Clock } from '../../../machine/machine.ts'
import { LIMITS } from '../../../model/messages/automations/automation.ts'
import type { LastRun, ScriptLogEntry } from '../../../model/messages/automations/contract.ts'

/** What happened to an automation since the start of the router. It outlives changes of the script. */
export interface AutomationJournal {
  /** Newest first. */
  entries(): ScriptLogEntry[]
  add(level: ScriptLogEntry['Level'], text: string, line?: number): void
  last: LastRun | null
  /** Failed runs since the last successful one. */
  failures: number
  dropped: number
}

export function openAutomationJournal(clock: Pick<Clock, 'now'>): AutomationJournal {
  const entries: ScriptLogEntry[] = []
  return {
    last: null,
    failures: 0,
    dropped: 0,
    entries: () => entries.toReversed(),
    add(Level, Text, Line = 0) {
      entries.push({ Time: new Date(clock.now()).toISOString(), Level, Text, Line })
      if (entries.length > LIMITS.logEntries) entries.shift()
    },
  }
}
