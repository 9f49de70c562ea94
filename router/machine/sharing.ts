import { nextTurn } from './turns.ts'

/**
 * A function whose callers share its runs, one run at a time: each caller gets the result of a run that began after its
 * call. All calls during a run share one further run. Each caller continues in a separate turn of the event loop: sending a
 * long result takes time as well.
 */
export function sharing<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  const run = (): Promise<T> => {
    next = undefined
    const result = work()
    running = result.catch(() => undefined)
    return result
  }
  let freeTurn: Promise<void> = Promise.resolve()
  return async () => {
    next ??= running.then(run)
    const result = await next
    const ownTurn = freeTurn
    freeTurn = ownTurn.then(nextTurn)
    await ownTurn
    return result
  }
}
