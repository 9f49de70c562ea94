import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { preview } from '../../../../router/model/firewall/preview/contract.ts'
import { query } from '../../../client/query.ts'
import type { FirewallRuleDraft } from './rule.ts'

const PAUSE_MS = 400

/** What a rule would open and close. It is requested after a pause in typing. */
export function useRulePreview(Rule: FirewallRuleDraft, Id: string | undefined, enabled: boolean) {
  const now = JSON.stringify({ Rule, Id })
  const [asked] = useDebouncedValue(now, PAUSE_MS)
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
