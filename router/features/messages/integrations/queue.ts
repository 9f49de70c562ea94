/** An event that waits to be sent. */
export interface QueuedEvent {
  readonly topic: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The payload as JSON. */
  readonly text: string
}

/** Events in the order in which they were published, with a limit. */
export interface EventQueue {
  readonly length: number
  /** How many were dropped because too many waited. */
  readonly dropped: number
  /** Adds an event. If there are too many, the oldest are dropped. */
  add(event: QueuedEvent): void
  /** Takes the oldest events, at most `count`. */
  take(count: number): QueuedEvent[]
  /** Puts events back that were taken last and could not be sent. */
  putBack(events: readonly QueuedEvent[]): void
  clear(): void
}

/** Of an entry, in addition to its texts. */
const OVERHEAD = 64

/** `mostBytes`: of the texts of all events, with two bytes for each character. */
export function openEventQueue(mostBytes: number): EventQueue {
  let events: QueuedEvent[] = []
  let first = 0
  let bytes = 0
  let dropped = 0

  const sizeOf = ({ topic, text }: QueuedEvent): number => 2 * (topic.length + text.length) + OVERHEAD
  const shift = (): QueuedEvent => {
    const event = events[first++]!
    bytes -= sizeOf(event)
    // Removing the first one each time would move all others.
    if (first * 2 > events.length) {
      events = events.slice(first)
      first = 0
    }
    return event
  }
  const limit = (): void => {
    while (bytes > mostBytes && first < events.length) {
      shift()
      dropped++
    }
  }
  return {
    get length() {
      return events.length - first
    },
    get dropped() {
      return dropped
    },
    add(event) {
      events.push(event)
      bytes += sizeOf(event)
      limit()
    },
    take: (count) => Array.from({ length: Math.min(count, events.length - first) }, shift),
    putBack(taken) {
      events = [...taken, ...events.slice(first)]
      first = 0
      for (const event of taken) bytes += sizeOf(event)
      limit()
    },
    clear() {
      events = []
      first = 0
      bytes = 0
    },
  }
}
