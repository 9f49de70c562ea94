import type { Change, Draft } from '../../store/facts.ts'

interface Waiting {
  edit(draft: Draft): void
  done(): void
  failed(error: unknown): void
}

/** Edits of the facts that may share a change with others. */
export interface Batch {
  /** Resolves with what the edit gave, when it is in force; rejects when it, by itself, is refused. */
  add<T>(edit: (draft: Draft) => T): Promise<T>
}

/**
 * Makes one change of all edits that come while the one before is under way: a durable write and a kernel transaction
 * cost the same for a hundred edits as for one. An edit that is refused does not take the others with it.
 */
export function openBatch(change: Change): Batch {
  let waiting: Waiting[] = []
  let running = false

  const apply = async (edits: readonly Waiting[]): Promise<void> => {
    try {
      await change((draft) => {
        for (const { edit } of edits) edit(draft)
      })
    } catch (error) {
      if (edits.length === 1) return edits[0]!.failed(error)
      const half = Math.ceil(edits.length / 2)
      await apply(edits.slice(0, half))
      return apply(edits.slice(half))
    }
    for (const { done } of edits) done()
  }

  const run = async (): Promise<void> => {
    running = true
    while (waiting.length > 0) {
      const edits = waiting
      waiting = []
      await apply(edits)
    }
    running = false
  }

  return {
    add: <T>(edit: (draft: Draft) => T) =>
      new Promise<T>((resolve, reject) => {
        let outcome: T
        waiting.push({
          edit: (draft) => {
            outcome = edit(draft)
          },
          done: () => resolve(outcome),
          failed: reject,
        })
        // All that arrives in this turn goes together.
        if (!running) {
          running = true
          queueMicrotask(() => void run())
        }
      }),
  }
}
