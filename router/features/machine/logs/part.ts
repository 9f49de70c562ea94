import { logs } from '../../../model/machine/logs/contract.ts'
import type { LogEntry } from '../../../model/machine/logs/entry.ts'
import { serve } from '../../../model/operation.ts'
import { logHandlers } from './handlers.ts'

interface Needs {
  readonly read: () => Iterable<LogEntry> | AsyncIterable<LogEntry>
}

/** The log of the router. */
export const logsPart = (needs: Needs) => ({ operations: serve(logs, logHandlers(needs)) })
