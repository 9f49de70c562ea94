import { useQuery } from '@tanstack/react-query'
import { groups } from '../../../router/features/groups/contract.ts'
import type { Group } from '../../../router/features/groups/group.ts'
import { query } from '../../client/query.ts'

const none: readonly Group[] = []

/** The groups the router knows; none while they cannot be read, since names can be typed all the same. */
export const useKnownGroups = (): readonly Group[] => useQuery(query(groups.list)).data ?? none
