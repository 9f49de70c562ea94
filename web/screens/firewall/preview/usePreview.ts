import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { preview, type RuleChange } from '../../../../router/model/firewall/preview/contract.ts'
import { query } from '../../../client/query.ts'
import type { RuleEdit } from '../config/change.ts'
import type { FirewallRuleDraft } from '../rules/rule.ts'

const PAUSE_MS = 300
const PFW_PAUSE_MS = 400

/**
 * The connections that an edit would open and close. `data` belongs to an earlier state of the form while `isLooking` is true.
 * It is requested after a pause in typing.
 */
export function usePreview({ before, after }: RuleEdit, enabled: boolean) {
  const kind = (after ?? before)?.kind
  const [asked] = useDebouncedValue(JSON.stringify({ Kind: kind, Remove: before?.rule, Add: after?.rule }), PAUSE_MS)
  const isCurrent = asked === JSON.stringify({ Kind: kind, Remove: before?.rule, Add: after?.rule })
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...query(preview.rule, { body: JSON.parse(asked) as RuleChange }),
    enabled: enabled && isCurrent && kind !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
  })
  return {
    data,
    error: isCurrent ? error : null,
    isLooking: enabled && (!isCurrent || isFetching || isPlaceholderData),
  }
}

/** What a rule would open and close. It is requested after a pause in typing. */
export function useRulePreview(Rule: FirewallRuleDraft, Id: string | undefined, enabled: boolean) {
  const now = JSON.stringify({ Rule, Id })
  const [asked] = useDebouncedValue(now, PFW_PAUSE_MS)
  const { data, error, isFetching } = useQuery({
    ...query(preview.pfwRule, { body: JSON.parse(asked) as { Rule: FirewallRuleDraft; Id?: string } }),
    // Not for an earlier draft, which may be one that the router rejects.
    enabled: enabled && asked === now,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
  })
  return { data, error, isLooking: enabled && (asked !== now || isFetching) }
}
