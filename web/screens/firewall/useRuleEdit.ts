import { useMutation } from '@tanstack/react-query'
import { confirm } from '../../../router/model/access/confirm/contract.ts'
import { firewall } from '../../../router/model/firewall/config/contract.ts'
import { groups } from '../../../router/model/home/groups/contract.ts'
import { call } from '../../client/client.ts'
import { readAgain } from '../../client/readAgain.ts'
import { makeEdit, type RuleEdit } from './change.ts'

/** Adds, changes or deletes a rule. The list is read again after `onDone`, and after a failure. */
export function useRuleEdit(onDone?: (edit: RuleEdit) => Promise<void>) {
  return useMutation({
    mutationFn: (edit: RuleEdit) => makeEdit(call, edit),
    onSuccess: (_, edit) => onDone?.(edit),
    onSettled: () => readAgain(firewall.config, groups.list, confirm.pending),
  })
}
