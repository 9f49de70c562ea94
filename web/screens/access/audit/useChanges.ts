import { useInfiniteQuery } from '@tanstack/react-query'
import { audit } from '../../../../router/model/access/audit/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'

const PAGE = 50
const LOOK_AGAIN_MS = 10_000

/** Pages of the audit log, newest first. Polls for new entries while only one page is loaded. */
export const useChanges = (what: string, who: string) =>
  useInfiniteQuery({
    queryKey: keyOf(audit.list, { what, who }),
    queryFn: ({ pageParam }) =>
      call(audit.list, {
        query: { limit: PAGE, before: pageParam, what: what || undefined, who: who || undefined },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.Id : undefined),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : LOOK_AGAIN_MS),
  })
