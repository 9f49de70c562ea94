import { useMutation, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AlertSetting } from '../../../../../router/model/messages/alerts/alert.ts'
import { alerts } from '../../../../../router/model/messages/alerts/contract.ts'
import type { AlertChange, GivenAlert } from '../../../../../router/model/messages/alerts/given.ts'
import { call } from '../../../../client/client.ts'
import { keyOf } from '../../../../client/keys.ts'
import { query } from '../../../../client/query.ts'
import { readAgain } from '../../../../client/readAgain.ts'
import { replace } from '../../../../client/replace.ts'

/** A rule as the app sends it. */
export type AlertRuleInput = z.input<typeof GivenAlert>
type Change = z.input<typeof AlertChange>

export const useAlertRules = () => useQuery(query(alerts.list))

/** Changes the list of rules; the reply is the new list. Ready-made alerts are read again: each may have a rule. */
function useListChange<Input>(change: (input: Input) => Promise<AlertSetting[]>) {
  return useMutation({
    scope: { id: 'alert rules' },
    mutationFn: change,
    onSuccess: async (list) => {
      await replace(keyOf(alerts.list), list)
      void readAgain(alerts.ready)
    },
  })
}

/** The place of a rule in a list that another client may have changed: the RuleId counts. */
const ANYWHERE = { index: 0 } as const

/** Adds a rule. */
export const useAddAlertRule = () => useListChange((body: AlertRuleInput) => call(alerts.add, { body }))

/** Changes the rule with this RuleId. */
export const useChangeAlertRule = () =>
  useListChange((body: Change & { readonly RuleId: string }) => call(alerts.replace, { params: ANYWHERE, body }))

/** Deletes the rule with this RuleId. */
export const useRemoveAlertRule = () =>
  useListChange((RuleId: string) => call(alerts.remove, { params: ANYWHERE, query: { RuleId } }))
