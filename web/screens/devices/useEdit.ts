import { useMutation, useQueryClient } from '@tanstack/react-query'
import { devices } from '../../../router/features/devices/contract.ts'
import type { Device } from '../../../router/features/devices/device.ts'
import { call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { type Edit, edited } from './edit.ts'

type Household = Record<string, Device>

/**
 * Changes one device. The screen shows the change at once; if the router refuses, it is taken back and `error` says why.
 * Edits of one device go out one after another, in the order they were made.
 */
export function useEdit(identity: string) {
  const cache = useQueryClient()
  const list = keyOf(devices.list)
  const mutationKey = ['edit', identity]
  const put = (change: (device: Device) => Device) =>
    cache.setQueryData<Household>(list, (all) => {
      const device = all?.[identity]
      return device && { ...all, [identity]: change(device) }
    })
  // An earlier answer must not undo what a later edit already shows.
  const isLast = () => cache.isMutating({ mutationKey }) === 1
  return useMutation({
    mutationKey,
    scope: { id: identity },
    mutationFn: (edit: Edit) => call(devices.update, { query: { identity }, body: edit }),
    onMutate: async (edit) => {
      await cache.cancelQueries({ queryKey: list })
      const before = cache.getQueryData<Household>(list)?.[identity]
      put((device) => edited(device, edit))
      return before
    },
    onError: (_error, _edit, before) => {
      if (before && isLast()) put(() => before)
    },
    onSettled: () => {
      if (isLast()) void cache.invalidateQueries({ queryKey: list })
    },
  })
}
