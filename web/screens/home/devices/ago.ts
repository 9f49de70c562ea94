import { locale } from '../../../parts/values/locale.ts'
/** Parses `2024-03-02 10:00:00.123456789 +0000 UTC`, without fractions of a second. Undefined for never. */
export function seenAt(text: string): Date | undefined {
  const [, date, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(text) ?? []
  if (date === undefined || time === undefined) return undefined
  const at = new Date(`${date}T${time}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Creating a format is slow, and a list needs hundreds of relative times. */
const forms = new Map<string | undefined, Intl.RelativeTimeFormat>()
const formOf = (language: string | undefined): Intl.RelativeTimeFormat =>
  forms.getOrInsertComputed(language, () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))

/** `3 minutes ago`, in the largest unit that fits. */
export function ago(at: Date, now: Date, language = locale): string {
  const words = formOf(language)
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000)
  for (const [unit, length] of STEPS) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit)
  return words.format(0, 'minute')
}
