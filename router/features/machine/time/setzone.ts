import type { Draft } from '../../../store/facts.ts'
import { settle } from '../../firewall/rules/settle.ts'
import { nextChange } from '../../home/guests/daily.ts'
import { zoneOf } from '../localtime/zone.ts'

/** Sets the time zone of the router; empty for that of the machine. Schedules apply in it immediately. */
export function setZone(draft: Draft, TimeZone: string, now: number): void {
  draft.set('timeZone', { TimeZone })
  const moment = { now, zone: zoneOf(draft) }
  for (const [link, radio] of [...draft.radios.rows()])
    if (radio.Guest?.Until)
      draft.radios.put(link, { ...radio, Guest: { ...radio.Guest, Until: nextChange(moment) / 1000 } })
  settle(draft, moment)
}
