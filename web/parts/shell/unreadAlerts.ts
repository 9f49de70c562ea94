const listeners = new Set<() => void>()
let count: number | undefined

/** The number of unread alerts, for the menu; undefined until they are counted. */
export const unreadAlerts = {
  count: () => count,
  set(next: number) {
    if (next === count) return
    count = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
