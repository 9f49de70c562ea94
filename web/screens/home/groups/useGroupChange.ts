import { useMutation } from '@tanstack/react-query'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import { readAgain } from '../../../client/readAgain.ts'

/**
 * Changes groups or their members. Changes are sent one after another, each after the lists that the one before made stale
 * are read again; the mutation is pending until then.
 */
export function useGroupChange<T>(change: (input: T) => Promise<unknown>, onDone?: (input: T) => void) {
  return useMutation({
    scope: { id: 'groups' },
    mutationFn: change,
    onSuccess: (_, input) => onDone?.(input),
    onSettled: () => readAgain(groups.list, devices.list),
  })
}
