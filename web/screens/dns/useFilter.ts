import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dnsBlock } from '../../../router/features/dnsblock/contract.ts'
import type { Operation } from '../../../router/features/operation.ts'
import { keyOf } from '../../client/keys.ts'
import { query } from '../../client/query.ts'

/** Everything the owner has said of the filter. */
export const useFilter = () => useQuery(query(dnsBlock.config))

/** Does something at the router; what these reads answered is old afterwards, whether it was done or refused. */
export function useAct<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  ...old: readonly Pick<Operation, 'path'>[]
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => Promise.all(old.map((operation) => cache.invalidateQueries({ queryKey: keyOf(operation) }))),
  })
}
