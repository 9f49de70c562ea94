import type { QueryKey, Updater } from '@tanstack/react-query'
import { queryClient } from './client.ts'

/** Puts the router's answer to a change into the cache. What is being loaded may be older than the answer, and is dropped. */
export async function replace<Data>(
  queryKey: QueryKey,
  data: Updater<Data | undefined, Data | undefined>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Data>(queryKey, data)
}
