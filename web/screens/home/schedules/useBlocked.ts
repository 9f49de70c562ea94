import { useQuery } from '@tanstack/react-query'
import { parental } from '../../../../router/model/home/schedules/contract.ts'
import { query } from '../../../client/query.ts'
import { useMinute } from '../../../parts/values/useNow.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { blockedUntil } from './blocks.ts'
import { momentWords } from './schedule.ts'
import { usePfwRules, useZone } from './useSchedules.ts'

const MINUTE_MS = 60_000

/**
 * Returns when pauses, schedules and daily limits give a device its internet back, in words: empty if no end is known, undefined if it has
 * internet.
 */
export function useBlocked(): (entry: ShownDevice) => string | undefined {
  const now = useMinute()
  const zone = useZone()
  const { data: rules = [] } = usePfwRules()
  const { data: usage = {} } = useQuery({ ...query(parental.usage), refetchInterval: MINUTE_MS })
  return ({ identity, device }) => {
    const until = blockedUntil(rules, usage, identity, device, now)
    if (until === undefined) return undefined
    return until > 0 ? momentWords(until, now, zone) : ''
  }
}
