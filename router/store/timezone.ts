import type { Draft, Facts } from './facts.ts'
import type { Entry } from './table.ts'

/** The time zone of this machine, an IANA name. */
export const systemZone = (): string => Temporal.Now.timeZoneId()

/** The time zone of the router, an IANA name: schedules and other times of day are in it. */
export const zoneOf = ({ setting }: Pick<Facts | Draft, 'setting'>): string =>
  setting('timeZone').TimeZone || systemZone()

/** Whether one of the entries sets the time zone of the router. */
export const isZoneChange = (entries: readonly Entry[]): boolean =>
  entries.some(({ table, key }) => table === 'settings' && key === 'timeZone')
