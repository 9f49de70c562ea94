import type { LogEntry } from '../../../../router/model/machine/logs/entry.ts'
import { includesWords } from '../../../parts/lists/fold.ts'

export type LogLineLevel = 'error' | 'warning' | 'info'

/** A line of the router's log, as a person reads it. */
export interface RouterLogLine {
  readonly key: string
  readonly at: Date
  readonly level: LogLineLevel
  readonly text: string
  /** A call of the API: every screen makes many, and readers of the log seldom need them. */
  readonly isCall: boolean
}

export interface LogFilter {
  readonly level: 'all' | 'warning' | 'error'
  readonly calls: boolean
  readonly words: string
}

const CALL = /^\S+ (?:GET|PUT|POST|DELETE|HEAD|OPTIONS|PATCH) \/\S*$/

/** RFC 5424 6.2.1: 3 is an error, and what is smaller is worse. */
const levelOf = (priority: string): LogLineLevel => {
  const number = Number(priority)
  return number <= 3 ? 'error' : number === 4 ? 'warning' : 'info'
}

/** The lines of the log, newest first, without the prefix `error:`, which the level repeats. */
export function logLinesOf(entries: readonly LogEntry[]): RouterLogLine[] {
  const seen = new Map<string, number>()
  return entries.map(({ MESSAGE, PRIORITY, __REALTIME_TIMESTAMP: stamp }) => {
    const message = typeof MESSAGE === 'string' ? MESSAGE : new TextDecoder().decode(Uint8Array.from(MESSAGE))
    const level = levelOf(PRIORITY)
    const same = `${stamp} ${message}`
    const count = seen.get(same) ?? 0
    seen.set(same, count + 1)
    return {
      key: `${same} ${count}`,
      at: new Date(Number(stamp) / 1000),
      level,
      text: message.replace(/^(?:error|warning|info): /, ''),
      isCall: CALL.test(message),
    }
  })
}

/** A text file of these lines, the oldest first. */
export const asFile = (lines: readonly RouterLogLine[]): Blob =>
  new Blob(
    lines.toReversed().map(({ at, level, text }) => `${at.toISOString()} ${level} ${text}\n`),
    { type: 'text/plain' },
  )

/** The lines that match the filter. All words have to be in one line, regardless of case. */
export function sift(lines: readonly RouterLogLine[], { level, calls, words }: LogFilter): RouterLogLine[] {
  return lines.filter((line) => {
    if (line.isCall && !calls) return false
    if (level === 'error' && line.level !== 'error') return false
    if (level === 'warning' && line.level === 'info') return false
    return includesWords(line.text, words.trim())
  })
}
