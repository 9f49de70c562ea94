import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { multicast } from '../../../../router/model/firewall/multicast/contract.ts'
import type { MulticastSettings } from '../../../../router/model/firewall/multicast/settings.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { replace } from '../../../client/replace.ts'

const settings = query(multicast.getMulticastSettings)

export const useMulticast = () => useQuery(settings)

/** Changes a part. Lists are replaced as a whole, so the settings are read anew right before. */
export function useMulticastChange<Given>(
  change: (before: MulticastSettings, given: Given) => Partial<MulticastSettings>,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (given: Given) => {
      const before = await call(multicast.getMulticastSettings)
      return call(multicast.updateMulticastSettings, { body: change(before, given) })
    },
    onSuccess: (after) => replace(settings.queryKey, after),
    onError: () => cache.invalidateQueries({ queryKey: settings.queryKey }),
  })
}
