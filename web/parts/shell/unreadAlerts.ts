const listeners = new Set<() => void>()
let count = 0

/** The number of unread alerts, for the menu. What counts them is loaded after the first screen. */
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
