import { useQuery } from '@tanstack/react-query'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import { query } from '../../../client/query.ts'

const none: readonly GroupSettings[] = []

/** Existing groups; empty if they cannot be loaded, since names can be typed as well. */
export const useKnownGroups = (): readonly GroupSettings[] => useQuery(query(groups.list)).data ?? none
