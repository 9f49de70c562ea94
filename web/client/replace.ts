import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query'

/** Puts the router's answer to a change into the cache. What is being loaded may be older than the answer, and is dropped. */
export async function replace<Data>(
  cache: QueryClient,
  queryKey: QueryKey,
  data: Updater<Data | undefined, Data | undefined>,
): Promise<void> {
  await cache.cancelQueries({ queryKey, exact: true })
  cache.setQueryData<Data>(queryKey, data)
}
