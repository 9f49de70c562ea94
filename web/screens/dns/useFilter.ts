import { useMutation, useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../router/model/dns/blocklists/contract.ts'
import type { Operation } from '../../../router/model/operation.ts'
import { query } from '../../client/query.ts'
import { readAgain } from '../../client/readAgain.ts'

/** Everything the owner has said of the filter. */
export const useFilter = () => useQuery(query(dnsBlock.config))

/** A change at the router, after which these reads are stale. Changes with the same reads are sent one after another. */
export function useAct<Input = void, Output = unknown>(
  act: (input: Input) => Promise<Output>,
  ...old: readonly Pick<Operation, 'path'>[]
) {
  return useMutation({
    scope: { id: old.map(({ path }) => path).join(' ') },
    mutationFn: act,
    onSettled: () => readAgain(...old),
  })
}
