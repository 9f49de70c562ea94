import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { replace } from '../../../client/replace.ts'
import type { DevicesByIdentity, Edit, EditOf } from './edit.ts'

const KEY = 'edit'

/**
 * Changes one device; `error` is the reason if the router refuses. Edits of one device are sent one after another, in order. With
 * `test` false, a DNS server that does not answer is saved too.
 */
export function useEdit(identity: string, query: { readonly test?: 'false' } = {}) {
  const cache = useQueryClient()
  const list = keyOf(devices.list)
  return useMutation({
    mutationKey: [KEY, identity],
    scope: { id: identity },
    mutationFn: (edit: Edit) => call(devices.update, { query: { identity, ...query }, body: edit }),
    onSuccess: async (saved) => {
      await replace<DevicesByIdentity>(list, (all) => all && { ...all, [identity]: saved })
      void cache.invalidateQueries({ queryKey: list })
    },
  })
}

/** Edits without an answer so far, oldest first. Screens show them as if they were done. */
export const useOpenEdits = (): EditOf[] =>
  useMutationState({
    filters: { mutationKey: [KEY], status: 'pending' },
    select: ({ options, state }) => ({ identity: String(options.mutationKey?.[1]), edit: state.variables as Edit }),
  })
