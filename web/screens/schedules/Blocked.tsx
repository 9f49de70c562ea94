import { useQuery } from '@tanstack/react-query'
import { parental } from '../../../router/features/parental/contract.ts'
import { query } from '../../client/query.ts'
import { useNow } from '../../parts/values/useNow.ts'
import { scheduleTexts } from '../../texts/schedules.ts'
import type { Entry } from '../devices/entry.ts'
import { blockedUntil } from './blocks.ts'
import { momentWords } from './schedule.ts'
import { useRules } from './useSchedules.ts'
import { useZone } from './useZone.ts'

/** That a device has no internet now by a pause, a schedule or a daily limit, and until when. Nothing while it has internet. */
export function Blocked({ entry: { identity, device } }: { entry: Entry }) {
  const now = useNow()
  const zone = useZone()
  const { data: rules = [] } = useRules()
  const { data: usage = {} } = useQuery(query(parental.usage))
  const persona = device.DeviceTags.map((tag) => usage[tag]).find((use) => use?.Blocked)
  const until = blockedUntil(rules, identity, device, now) ?? persona?.PauseUntil
  if (until === undefined) return null
  return ` · ${scheduleTexts.state.holds(until > 0 ? momentWords(until, now, zone) : '')}`
}
