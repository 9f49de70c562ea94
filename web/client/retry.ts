import type { Reach } from './reach.ts'

/** A delay, and a repair before the next attempt. */
export interface RetryDeps {
  readonly pause: (ms: number) => Promise<void>
  readonly mend: () => Promise<void>
}

/** Covers a change of networks, which takes a few seconds. */
const PAUSES_MS = [300, 1000, 3000]

/** Loads a chunk of the app, with retries: browsers abort all fetches when the computer changes its network or address. */
export const openRetry =
  ({ pause, mend }: RetryDeps) =>
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
    // Not the browser's message: TanStack Router reloads the page when it recognizes that.
    throw new Error('A part of the app could not be fetched.')
  }

/**
 * Fetches again, each time the router is reachable again, what could not be fetched while it was not. Anything else that could not be
 * fetched is an error: after an update, files have other names.
 */
export const openOutageRetry =
  ({ check, awaySince, subscribe }: Pick<Reach, 'check' | 'awaySince' | 'subscribe'>) =>
  <T>(fetch: () => Promise<T>) =>
  async (): Promise<T> => {
    const isAway = () => awaySince() !== undefined
    for (;;)
      try {
        return await fetch()
      } catch (error) {
        await check()
        if (!isAway()) throw error
        await new Promise<void>((resolve) => {
          const stop = subscribe(() => {
            if (isAway()) return
            stop()
            resolve()
          })
        })
      }
  }

const attempt = <T>(fetch: () => Promise<T>): Promise<{ value: T } | undefined> =>
  fetch().then(
    (value) => ({ value }),
    () => undefined,
  )
