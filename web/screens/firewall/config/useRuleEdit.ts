import { confirm } from '../../../../router/model/access/confirm/contract.ts'
import { firewall } from '../../../../router/model/firewall/config/contract.ts'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import { changesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { makeEdit, type RuleEdit } from './change.ts'

const useChange = changesOf(firewall.config, groups.list, confirm.pending)

/** Adds, changes or deletes a rule. The list is read again after `onDone`, and after a failure. */
export const useRuleEdit = (onDone?: (edit: RuleEdit) => Promise<void>) =>
  useChange(async (edit: RuleEdit) => {
    await makeEdit(call, edit)
    await onDone?.(edit)
  })
