import { useMutation, useQuery } from '@tanstack/react-query'
import { dyndns, type ShownDynDns } from '../../../../router/model/internet/dyndns/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { replace } from '../../../client/replace.ts'
import { type DynDnsFields, requestOfDynDns } from './dyndns.ts'

/** The settings of dynamic DNS, its state, and changes. */
export function useDynDns() {
  const settings = useQuery(query(dyndns.config))
  const status = useQuery(query(dyndns.status))
  const save = useMutation({
    mutationFn: async ({ saved, fields }: { saved: ShownDynDns; fields: DynDnsFields }) => {
      await call(dyndns.configure, { body: requestOfDynDns(saved, fields) })
      await settings.refetch()
      await status.refetch()
    },
  })
  const refresh = useMutation({
    mutationFn: () => call(dyndns.refresh),
    onSuccess: (after) => replace(keyOf(dyndns.status), after),
  })
  return { settings, status, save, refresh }
}
