import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type SiteUpdate, sites } from '../../../../router/model/vpn/sites/contract.ts'
import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'

export type ListedSite = z.output<typeof sites.list.details.reply>[number]

/** States have events; handshakes and counters change all the time. */
const LOOK_AGAIN_MS = 3000

/** Other homes. */
export const useSites = () => useQuery({ ...query(sites.list), refetchInterval: LOOK_AGAIN_MS })

const lookAgain = (cache: ReturnType<typeof useQueryClient>) =>
  Promise.all([sites.list, tunnels.list].map((one) => cache.invalidateQueries({ queryKey: keyOf(one) })))

/** Changes another home. The reply, which has the text of this home, is kept in the screen only. */
export function useSiteChange(name: string, onDone: () => unknown = () => {}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: SiteUpdate) => call(sites.update, { params: { name }, body }),
    gcTime: 0,
    onSuccess: async () => {
      await lookAgain(cache)
      await onDone()
    },
  })
}

/** Deletes another home. */
export function useSiteRemoval(name: string, onDone: () => unknown) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call(sites.remove, { params: { name } }),
    onSuccess: async () => {
      await lookAgain(cache)
      await onDone()
    },
  })
}
