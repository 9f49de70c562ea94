const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(?:[Zz]|([+-])((?:[01]\d|2[0-3])):([0-5]\d))$/

/** The last nanosecond that a 64-bit integer counts from 1970: in the year 2262. */
export const LAST_TIME = 2n ** 63n - 1n

/** Nanoseconds since 1970 of a time in RFC 3339; undefined for other text and for times before 1970 or after 2262. */
export function nanosecondsOf(text: string): bigint | undefined {
  const [, date, time, fraction = '', sign, hours, minutes] = RFC_3339.exec(text) ?? []
  if (date === undefined) return undefined
  const ms = Date.parse(`${date}T${time}Z`)
  if (Number.isNaN(ms)) return undefined
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  const utc = BigInt(sign === '-' ? ms + offset : ms - offset)
  const nanoseconds = utc * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
  return nanoseconds > 0n && nanoseconds <= LAST_TIME ? nanoseconds : undefined
}

/** A time in RFC 3339 with nanoseconds. */
export function textOfTime(nanoseconds: bigint): string {
  const seconds = new Date(Number(nanoseconds / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  return `${seconds}.${String(nanoseconds % 1_000_000_000n).padStart(9, '0')}Z`
}
