import { nextTurn } from '../machine/turns.ts'

/**
 * A function whose callers share its runs, one run at a time: each caller gets the result of a run that began after its
 * call. However many call while a run is under way, one more run serves all of them. Each caller goes on in a turn of the event
 * loop of its own: sending a long result takes time as well.
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
