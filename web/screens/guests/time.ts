const format = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** `Monday 04:00`, of Unix seconds, by the clock of this browser. */
export const timeOf = (seconds: number): string => format.format(seconds * 1000)
