import { type LogEntry, MOST, ROUTER_LOG_NAME } from '../../../model/machine/logs/entry.ts'

/** A line and its moment, in milliseconds since 1970. */
export interface LogLine {
  readonly message: string
  readonly priority: number
  readonly at: number
}

/** The router's last lines, in memory. */
export interface Ring {
  add(line: LogLine): void
  /** Newest first. */
  entries(): Iterable<LogEntry>
}

export function openRing(): Ring {
  const lines: LogLine[] = []
  let oldest = 0
  return {
    add(line) {
      if (lines.length < MOST) {
        lines.push(line)
        return
      }
      lines[oldest] = line
      oldest = (oldest + 1) % MOST
    },
    *entries() {
      const newestFirst = [...lines.slice(oldest), ...lines.slice(0, oldest)].reverse()
      for (const { message, priority, at } of newestFirst)
        yield {
          CONTAINER_NAME: ROUTER_LOG_NAME,
          MESSAGE: message,
          __REALTIME_TIMESTAMP: String(Math.round(at * 1000)),
          PRIORITY: String(priority),
        }
    },
  }
}
