import { locale } from '../../../parts/values/locale.ts'

const format = new Intl.DateTimeFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** `Monday 04:00`, of Unix seconds, by the clock of this browser. */
export const weekdayAndTime = (seconds: number): string => format.format(seconds * 1000)
