import { useMutation, useQueryClient } from '@tanstack/react-query'
import { devices } from '../../../router/features/devices/contract.ts'
import { groups } from '../../../router/features/groups/contract.ts'
import { keyOf } from '../../client/keys.ts'

/**
 * Does something to groups or to who is in them; if the router refuses, `error` says why. It is pending until the screen
 * shows what came of it.
 */
export function useChange<T>(change: (input: T) => Promise<unknown>, onDone?: (input: T) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (_, input) => onDone?.(input),
    onSettled: () =>
      Promise.all([groups, devices].map(({ list }) => cache.invalidateQueries({ queryKey: keyOf(list) }))),
  })
}
