/** A page that is never idle, such as one with an animation, must not wait forever. */
const LONGEST_MS = 2000

/** Resolves once the page has nothing else to do, or after two seconds. Safari has no such callback. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else setTimeout(resolve, 500)
  })

/** Resolves in a new task: the page handles input before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
