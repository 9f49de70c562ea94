import { useQuery } from '@tanstack/react-query'
import { type Classification, classification } from '../../../../router/model/home/kinds/contract.ts'
import { query } from '../../../client/query.ts'

/** The MAC addresses of devices of an unknown kind. */
export const useUnclassified = (isNeeded = true) =>
  useQuery({ ...query(classification.list), enabled: isNeeded, select: unclassified })

const unclassified = (kinds: readonly Classification[]): ReadonlySet<string> =>
  new Set(kinds.filter(({ Category }) => Category === '').map(({ MAC }) => MAC))
