import { scheduleTexts } from '../../../texts/home/schedules.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { useBlocked } from './useBlocked.ts'

/** That a device has no internet now by a pause, a schedule or a daily limit, and until when. Nothing while it has internet. */
export function NoInternetUntil({ entry }: { entry: ShownDevice }) {
  const until = useBlocked()(entry)
  return until !== undefined && ` · ${scheduleTexts.state.holds(until)}`
}
