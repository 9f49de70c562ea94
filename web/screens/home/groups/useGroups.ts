import { useMutation, useQuery } from '@tanstack/react-query'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import { query } from '../../../client/query.ts'
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

const none: readonly GroupSettings[] = []

/** Existing groups; empty if they cannot be loaded, since names can be typed as well. */
export const useKnownGroups = (): readonly GroupSettings[] => useQuery(query(groups.list)).data ?? none
