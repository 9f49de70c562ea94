import { useQuery } from '@tanstack/react-query'
import { alerts } from '../../../../router/model/messages/alerts/contract.ts'
import { automations } from '../../../../router/model/messages/automations/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { query } from '../../../client/query.ts'
import { readDeclarations } from './declarations.ts'

export const useAutomations = () => useQuery(query(automations.list))

export const useAutomation = (name: string) =>
  useQuery({ ...query(automations.read, { params: { name } }), enabled: name !== '' })

export const useAutomationLog = (name: string) => useQuery(query(automations.log, { params: { name } }))

/** Whether notices of automations are sent; undefined while unknown. */
export function useNotices(): boolean | undefined {
  const { data } = useQuery(query(alerts.ready))
  return data?.find(({ Id }) => Id === 'automation')?.Enabled
}

/** What scripts can use, for completion. */
export const useDeclarations = () =>
  useQuery({ ...query(automations.declarations), staleTime: Number.POSITIVE_INFINITY, select: readDeclarations }).data

/** A change, a run or a trial of an automation, after which all is loaded again. */
export const useAutomationChange = changesOf(automations.list, automations.read, automations.log)
