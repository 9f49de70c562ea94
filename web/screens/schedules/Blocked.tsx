import { useQuery } from '@tanstack/react-query'
import { parental } from '../../../router/features/parental/contract.ts'
import { query } from '../../client/query.ts'
import { useMinute } from '../../parts/values/useNow.ts'
import { scheduleTexts } from '../../texts/schedules.ts'
import type { Entry } from '../devices/entry.ts'
import { blockedUntil } from './blocks.ts'
import { momentWords } from './schedule.ts'
import { useRules } from './useSchedules.ts'
import { useZone } from './useZone.ts'

const MINUTE_MS = 60_000

/** That a device has no internet now by a pause, a schedule or a daily limit, and until when. Nothing while it has internet. */
export function Blocked({ entry: { identity, device } }: { entry: Entry }) {
  const now = useMinute()
  const zone = useZone()
  const { data: rules = [] } = useRules()
  const { data: usage = {} } = useQuery({ ...query(parental.usage), refetchInterval: MINUTE_MS })
  const until = blockedUntil(rules, usage, identity, device, now)
  if (until === undefined) return null
  return ` · ${scheduleTexts.state.holds(until > 0 ? momentWords(until, now, zone) : '')}`
}
