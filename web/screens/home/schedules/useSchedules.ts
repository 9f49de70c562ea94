import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { parental } from '../../../../router/model/home/schedules/contract.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'

/** All rules of the programmable firewall. They change at the minute, and each change is an event. */
export const usePfwRules = () => useQuery(query(pfw.rules))

/** A change of rules or personas. `onDone` is called when they have been loaded again. */
export function useRuleChange<Given, Reply>(
  make: (given: Given) => Promise<Reply>,
  onDone: (reply: Reply) => unknown = () => {},
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: make,
    gcTime: 0,
    onSuccess: async (reply) => {
      const changed = [pfw.rules, parental.personas, parental.usage]
      await Promise.all(changed.map((read) => cache.invalidateQueries({ queryKey: keyOf(read) })))
      await onDone(reply)
    },
  })
}
