import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../../router/features/confirm/contract.ts'
import { firewall } from '../../../router/features/firewall/contract.ts'
import { groups } from '../../../router/features/groups/contract.ts'
import { keyOf } from '../../client/keys.ts'
import { makeEdit } from './change.ts'

/** Adds, changes or deletes a rule; the list is read anew whatever came of it. */
export function useRuleEdit() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: makeEdit,
    onSettled: () =>
      Promise.all(
        [firewall.config, groups.list, confirm.pending].map((read) =>
          cache.invalidateQueries({ queryKey: keyOf(read) }),
        ),
      ),
  })
}
