import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { confirm } from '../../../../router/model/access/confirm/contract.ts'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { subnet } from '../../../../router/model/home/dhcp/contract.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { makeEdit, type RuleEdit } from './change.ts'
import { homeOf } from './home.ts'

/** All rules, and what of the home they speak of. What is missing of the home only costs names and marks. */
export function useRules() {
  const { data: config, error, refetch } = useQuery(query(firewall.config))
  const known = useQuery(query(devices.list))
  const nets = useQuery(query(subnet.read))
  const links = useQuery(query(diagnostics.ipAddr))
  const isSettled = [known, nets, links].every(({ isPending }) => !isPending)
  const home = useMemo(
    () =>
      homeOf(
        Object.values(known.data ?? {}),
        known.data ? (nets.data?.TinyNets ?? []) : [],
        links.data?.map(({ ifname }) => ifname),
        config?.CustomInterfaceRules.map(({ SrcIP }) => SrcIP) ?? [],
      ),
    [known.data, nets.data, links.data, config],
  )
  return { config: isSettled ? config : undefined, home, error, refetch }
}

const useChange = changesOf(firewall.config, groups.list, confirm.pending)

/** Adds, changes or deletes a rule. The list is read again after `onDone`, and after a failure. */
export const useRuleEdit = (onDone?: (edit: RuleEdit) => Promise<void>) =>
  useChange(async (edit: RuleEdit) => {
    await makeEdit(call, edit)
    await onDone?.(edit)
  })
