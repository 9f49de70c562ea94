import type { Change, Draft } from '../../../store/facts.ts'

interface Waiting {
  edit(draft: Draft): void
  done(): void
  failed(error: unknown): void
}

/** Edits of the facts that may be committed together with others. */
export interface Batch {
  /** Resolves with the result of the edit when it is in force; rejects if this edit is refused. */
  add<T>(edit: (draft: Draft) => T): Promise<T>
}

/**
 * Commits all edits that arrive during a commit in one change: a durable write and a kernel transaction cost the same for a
 * hundred edits as for one. A refused edit does not affect the others.
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
        // All edits of this turn of the event loop are committed together.
        if (!running) {
          running = true
          queueMicrotask(() => void run())
        }
      }),
  }
}
