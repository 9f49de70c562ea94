import { queryClient } from './client.ts'
import { idle } from './idle.ts'

/** A pending request may itself wait for a dialog that is loaded then. */
const MOST_MS = 2000

/** Resolves once no request of the first screen is pending, at the latest after two seconds, and the page has nothing else to do. */
export async function settled(): Promise<void> {
  await idle()
  await Promise.race([noneIsPending(), new Promise((resolve) => setTimeout(resolve, MOST_MS))])
  await idle()
}

const noneIsPending = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
