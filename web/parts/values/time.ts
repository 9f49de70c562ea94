import { locale } from './locale.ts'

/** `08:05` */
export const minuteFormat = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })

/** `08:05:34` */
export const secondFormat = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** `1 Mar, 08:05` */
export const dayFormat = new Intl.DateTimeFormat(locale, {
  ...{ day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit' },
})
