import { z } from 'zod'
import type { Moment } from '../localtime/moments.ts'

/** How long the machine has been up, and how busy it is. */
export const Uptime = z
  .object({
    time: z.string().meta({ description: 'The time of day, by the router’s own clock', example: '12:16:37' }),
    uptime: z
      .string()
      .meta({ description: 'Time since the machine started, as uptime(1) prints it', example: '11 days, 5:52' }),
    users: z.int().meta({ description: 'People who are logged in on the machine itself' }),
    load_1m: z.number().meta({ description: 'Load average of the last minute' }),
    load_5m: z.number().meta({ description: 'Load average of the last 5 minutes' }),
    load_15m: z.number().meta({ description: 'Load average of the last 15 minutes' }),
    time_hour: z.int().meta({ description: 'Hour of the router’s clock, 0 to 23' }),
    time_minute: z.int().meta({ description: 'Minute of the router’s clock, 0 to 59' }),
    time_second: z.int().meta({ description: 'Second of the router’s clock, 0 to 59' }),
    uptime_days: z.int().meta({ description: 'Full days since the machine started' }),
    uptime_hours: z.int().meta({ description: 'Hours of the current day of uptime, 0 to 23' }),
    uptime_minutes: z.int().meta({ description: 'Minutes of the current hour of uptime, 0 to 59' }),
    uptime_total_seconds: z.int().meta({ description: 'Seconds since the machine started' }),
  })
  .meta({ id: 'Uptime' })
export type Uptime = z.infer<typeof Uptime>

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `up` and `load` are the texts of `/proc/uptime` and `/proc/loadavg`, see proc(5). */
export function uptimeOf(up: string, load: string, users: number, { now, zone }: Moment): Uptime {
  const seconds = Math.floor(Number.parseFloat(up) || 0)
  const [load_1m = 0, load_5m = 0, load_15m = 0] = load.split(' ', 3).map((average) => Number.parseFloat(average) || 0)
  const [days, hours, minutes] = [
    Math.floor(seconds / DAY),
    Math.floor((seconds % DAY) / HOUR),
    Math.floor((seconds % HOUR) / MINUTE),
  ]
  const { hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  return {
    time: [hour, minute, second].map(twoDigits).join(':'),
    uptime: inWords(days, hours, minutes),
    users,
    load_1m,
    load_5m,
    load_15m,
    time_hour: hour,
    time_minute: minute,
    time_second: second,
    uptime_days: days,
    uptime_hours: hours,
    uptime_minutes: minutes,
    uptime_total_seconds: seconds,
  }
}

const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** As uptime(1) says it: `11 days, 5:52`, `1 day, 3 min`, `0:40` never. */
function inWords(days: number, hours: number, minutes: number): string {
  const rest = hours > 0 ? `${hours}:${twoDigits(minutes)}` : `${minutes} min`
  return days > 0 ? `${days} day${days === 1 ? '' : 's'}, ${rest}` : rest
}
