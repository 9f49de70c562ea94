/** Has one of the processes that may run together. */
export interface SlotHolder {
  /** Ends the process if it does nothing now. */
  endIfIdle(): void
}

/** Limits how many processes of scripts run together. */
export interface Slots {
  /** Resolves with a slot, which must be disposed of when the process has ended. Idle processes of others are ended for it. */
  take(holder: SlotHolder): Promise<Disposable>
  /** Whether another process waits for a slot. */
  readonly isWanted: boolean
}

export function openSlots(count: number): Slots {
  const holders = new Set<SlotHolder>()
  const waiting: { readonly holder: SlotHolder; readonly resolve: (slot: Disposable) => void }[] = []
  const give = (holder: SlotHolder): Disposable => {
    holders.add(holder)
    return {
      [Symbol.dispose]() {
        if (!holders.delete(holder)) return
        const next = waiting.shift()
        next?.resolve(give(next.holder))
      },
    }
  }
  return {
    get isWanted() {
      return waiting.length > 0
    },
    take(holder) {
      if (holders.size < count) return Promise.resolve(give(holder))
      const { promise, resolve } = Promise.withResolvers<Disposable>()
      waiting.push({ holder, resolve })
      for (const other of holders) other.endIfIdle()
      return promise
    },
  }
}
