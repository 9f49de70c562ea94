import type { z } from 'zod'
import type { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { blockKindOf } from '../../../../router/model/firewall/rules/internet.ts'
import type { TimeWindow } from '../../../../router/model/firewall/rules/window.ts'
import { minutesOf } from '../../../../router/values/timeofday.ts'
import { lengthOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { scheduleTexts as texts } from '../../../texts/home/schedules.ts'
import { list } from '../../../texts/list.ts'
import type { ShownDevice } from '../devices/entry.ts'

export type ListedRule = z.output<typeof pfw.rules.details.reply>[number]

/** The days in the order in which they are shown, as indexes of `Days`, which begins with Sunday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const
const DAY_MINUTES = 24 * 60

/** The short name of a day, such as `Mon`. */
export const dayName = (day: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 22 + day))

/** A rule with times that blocks the internet. */
export const isSchedule = (rule: Pick<ListedRule, 'Do' | 'To' | 'When' | 'Until'>): boolean =>
  blockKindOf(rule) === 'schedule'

/** Whether a window ends on the day after its start. */
export const crossesMidnight = ({ Start, End }: TimeWindow): boolean => End <= Start

/** A part of a day without internet, in minutes after midnight. */
export interface OfflineSpan {
  readonly from: number
  readonly to: number
}

/** The parts of each day, by index of `Days`. A window that crosses midnight has a part on the next day. */
export function offlineSpansByDay(windows: readonly TimeWindow[]): OfflineSpan[][] {
  const days: OfflineSpan[][] = Array.from({ length: 7 }, () => [])
  for (const window of windows) {
    const [from, to] = [minutesOf(window.Start), minutesOf(window.End)]
    for (const [day, begins] of window.Days.entries()) {
      if (begins !== 1) continue
      if (!crossesMidnight(window)) days[day]?.push({ from, to })
      else {
        days[day]?.push({ from, to: DAY_MINUTES })
        if (to > 0) days[(day + 1) % 7]?.push({ from: 0, to })
      }
    }
  }
  return days.map((bars) => bars.sort((a, b) => a.from - b.from))
}

/** A window in words, such as `Mon, Tue 21:00–07:00`. */
export const windowWords = ({ Days, Start, End }: TimeWindow): string => {
  const days = WEEK.filter((day) => Days[day] === 1)
  const words = days.length === 7 ? texts.everyDay : days.map(dayName).join(', ')
  return `${words} ${Start}–${End}`
}

/** The fields that the owner sets, as `PUT` takes them. */
export const inputOf = ({ Name, Disabled, When, To, Do, Until }: ListedRule) => ({
  Name,
  Disabled,
  When,
  To,
  Do,
  Until,
})

/** The end of the running extra time for all devices in Unix seconds; 0 for none. */
export const extraUntil = ({ Skips }: Pick<ListedRule, 'Skips'>, now: number): number =>
  Skips.find(({ Device, Until }) => Device === '*' && Until * 1000 > now)?.Until ?? 0

/** The lengths of pauses, as the router takes them. */
export const LENGTHS = {
  half: { Minutes: 30 },
  hour: { Minutes: 60 },
  morning: { Until: '07:00' },
} as const
export type Length = keyof typeof LENGTHS
export const LENGTH_NAMES = Object.keys(LENGTHS) as Length[]

/** The time to a moment, such as `1 hr 5 min`, rounded up to minutes. Unix seconds; `now` in milliseconds. */
export function remainingWords(unix: number, now: number): string {
  return lengthOf(Math.max(1, Math.ceil((unix * 1000 - now) / 60_000)) * 60)
}

/**
 * A moment as `21:00`, or with the day if it is not within 24 hours. Unix seconds; `now` in milliseconds; `timeZone` is that of the router,
 * or undefined for that of the browser.
 */
export function momentWords(unix: number, now: number, timeZone: string | undefined): string {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(unix * 1000)
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return unix * 1000 - now < 24 * 3_600_000 ? time : `${format({ weekday: 'long' })} ${time}`
}

/** The names of the devices, groups and tags of a rule. */
export function whoWords(
  { When: { Devices, Groups, Tags } }: Pick<ListedRule, 'When'>,
  entries: readonly ShownDevice[],
): string {
  const names = new Map(entries.map(({ identity, name }) => [identity, name]))
  const all = [...Devices.map((identity) => names.get(identity) ?? identity), ...Groups, ...Tags]
  return all.length === 0 ? texts.all : list(all)
}

export const BEDTIME: TimeWindow = { Days: [1, 1, 1, 1, 1, 0, 0], Start: '21:00', End: '07:00' }
export const HOMEWORK: TimeWindow = { Days: [0, 1, 1, 1, 1, 1, 0], Start: '15:00', End: '17:00' }
