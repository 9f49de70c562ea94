import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { preview, type RuleChange } from '../../../../router/model/firewall/preview/contract.ts'
import { query } from '../../../client/query.ts'
import type { RuleEdit } from '../config/change.ts'

const PAUSE_MS = 300

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
