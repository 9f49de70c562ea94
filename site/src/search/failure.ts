/** The search box enters its stalled state after this time; it keeps showing only errors that come later. */
const STALLED_MS = 300

/** The only error name that the search box shows as an error; it treats others as no results. */
const NAME = 'RetryError'

/**
 * Makes a failed search stay visible. The search box shows an error and clears it when the same call settles. So the error is
 * reported after the box is stalled, and the call never settles after that.
 */
export function lasting<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const asked = performance.now()
  const outcome = answer.then(
    (value) => ({ value }) as const,
    (cause: unknown) => ({ failure: Object.assign(new Error('search failed', { cause }), { name: NAME }) }) as const,
  )
  const shown = Object.assign(new Promise<Answer>(() => {}), {
    catch: (report: (failure: Error) => unknown) =>
      new Promise((resolve) => {
        outcome.then((end) => {
          if (!('failure' in end)) return resolve(end.value)
          const left = Math.max(0, asked + STALLED_MS + 50 - performance.now())
          setTimeout(() => {
            try {
              report(end.failure)
            } catch {
              // It rethrows the failure.
            }
          }, left)
        })
      }),
  })
  return shown as Promise<Answer>
}
