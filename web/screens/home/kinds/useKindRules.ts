import { useMutation, useQuery } from '@tanstack/react-query'
import { classification } from '../../../../router/model/home/kinds/contract.ts'
import { type Fingerprint, withRule } from '../../../../router/model/home/kinds/fingerprint.ts'
import { call } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { replace } from '../../../client/replace.ts'
import { kindRuleTexts as texts } from '../../../texts/home/kinds.ts'

export const useKindRules = () => useQuery(query(classification.custom))

interface Change {
  /** Undefined for a new rule. */
  readonly before: Fingerprint | undefined
  /** Undefined to delete it. */
  readonly after: Fingerprint | undefined
}

/**
 * Changes one rule of the list, which is read again before: another client may have changed other rules. `onSaved` is called before
 * the new list is shown.
 */
export function useChangeKindRule(onSaved: () => Promise<void>) {
  return useMutation({
    scope: { id: 'kindRules' },
    mutationFn: async ({ before, after }: Change) => {
      const rules = withRule(await call(classification.custom), before, after)
      if (!rules) throw new Failure('refused', texts.form.changed)
      return call(classification.setCustom, { body: rules })
    },
    onSuccess: async (rules) => {
      await onSaved()
      await replace(keyOf(classification.custom), rules)
      void readAgain(classification.list, classification.read)
    },
  })
}
