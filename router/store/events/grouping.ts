import type { StoredEvent } from './database.ts'

/** How many events a grouping counts at most, and into how many groups. */
export interface GroupingLimits {
  readonly events: number
  readonly groups: number
}

/** Events of one topic with the same values of some fields. */
export interface EventGroup {
  readonly newest: StoredEvent
  readonly count: number
}

export interface EventGroups {
  /** The group with the newest event is first. */
  readonly groups: readonly EventGroup[]
  /** Whether all events of the range were counted. */
  readonly isComplete: boolean
  /** The time of the oldest event that was counted, RFC 3339; undefined if there was none. */
  readonly oldest: string | undefined
}

/** Counts events, the newest first, by their topic and the values of fields. `by`: paths such as `Rule.Name`. */
export function openGrouping(by: readonly string[], most: GroupingLimits) {
  const paths = by.map((path) => path.split('.'))
  const groups = new Map<string, { newest: StoredEvent; count: number }>()
  let read = 0
  let oldest: string | undefined
  let isComplete = true
  return {
    /** Returns whether further events can be counted. */
    add(event: StoredEvent): boolean {
      const payload: unknown = JSON.parse(event.value)
      const key = JSON.stringify([event.topic, ...paths.map((path) => valueAt(payload, path))])
      const group = groups.get(key)
      if (read >= most.events || (!group && groups.size >= most.groups)) {
        isComplete = false
        return false
      }
      if (group) group.count++
      else groups.set(key, { newest: event, count: 1 })
      read++
      oldest = event.time
      return true
    },
    result: (): EventGroups => ({ groups: [...groups.values()], isComplete, oldest }),
  }
}

/** A text, number or truth value at a path; null for anything else. */
function valueAt(payload: unknown, path: readonly string[]): string | number | boolean | null {
  let value = payload
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
