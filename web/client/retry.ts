/** How to wait, and what has to be repaired before the next attempt. */
export interface Patience {
  readonly pause: (ms: number) => Promise<void>
  readonly mend: () => Promise<void>
}

/** A computer that changes networks is without one for a few seconds. */
const PAUSES_MS = [300, 1000, 3000]

/**
 * Fetch a part of the app when it is needed. A browser whose computer comes to another network, or gets another address, gives
 * up whatever it is fetching: then it is fetched again.
 */
export const openPatience =
  ({ pause, mend }: Patience) =>
  <T>(fetch: () => Promise<T>) =>
  async (): Promise<T> => {
    for (const ms of PAUSES_MS) {
      const part = await attempt(fetch)
      if (part) return part.value
      await pause(ms)
      await mend().catch(() => undefined)
    }
    const last = await attempt(fetch)
    if (last) return last.value
    // In words of our own: at the browser's, the library of routes would load the page anew.
    throw new Error('A part of the app could not be fetched.')
  }

const attempt = <T>(fetch: () => Promise<T>): Promise<{ value: T } | undefined> =>
  fetch().then(
    (value) => ({ value }),
    () => undefined,
  )
