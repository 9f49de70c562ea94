/**
 * A function whose callers share its runs, one run at a time: each caller gets the result of a run that began after its
 * call. However many call while a run is under way, one more run serves all of them.
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
  return () => {
    next ??= running.then(run)
    return next
  }
}
