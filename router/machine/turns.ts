/** Resolves in the next turn of the event loop, after the timers, packets and requests that are waiting. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Calls `work` with each item, `count` items in each turn of the event loop. Fewer items need no extra turn. */
export async function inTurns<T>(items: Iterable<T>, count: number, work: (item: T) => void): Promise<void> {
  let left = count
  for (const item of items) {
    work(item)
    if (--left > 0) continue
    await nextTurn()
    left = count
  }
}
