/** The search box waits this long until it says that an answer takes time; only after that is a failure kept on show. */
const STALLED_MS = 300

/** Any failure shows as one: the search box knows only this name, and would say that nothing was found. */
const NAME = 'RetryError'

/**
 * What a search comes to, made so that its failure is seen. The search box shows an error and, as the same call ends, takes
 * it back at once. So a failure is told after the box has gone over to waiting, and the call does not end after it.
 */
export function lasting<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const asked = performance.now()
  const outcome = answer.then(
    (value) => ({ value }) as const,
    (cause: unknown) => ({ failure: Object.assign(new Error('search failed', { cause }), { name: NAME }) }) as const,
  )
  const shown = Object.assign(new Promise<Answer>(() => {}), {
    catch: (tell: (failure: Error) => unknown) =>
      new Promise((resolve) => {
        outcome.then((end) => {
          if (!('failure' in end)) return resolve(end.value)
          const left = Math.max(0, asked + STALLED_MS + 50 - performance.now())
          setTimeout(() => {
            try {
              tell(end.failure)
            } catch {
              // It throws again what it was told.
            }
          }, left)
        })
      }),
  })
  return shown as Promise<Answer>
}
