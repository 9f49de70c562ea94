import { useQuery } from '@tanstack/react-query'
import { releases } from '../../../../router/model/machine/releases/contract.ts'
import { isUpdating } from '../../../../router/model/machine/releases/progress.ts'
import { query } from '../../../client/query.ts'

const OFTEN_MS = 1000
const SELDOM_MS = 30_000

/** The releases that can be installed, and how far an update is. */
export const useUpdateState = () =>
  useQuery({
    ...query(releases.state),
    refetchInterval: ({ state: { data } }) => (data && isUpdating(data.Progress) ? OFTEN_MS : SELDOM_MS),
  })
