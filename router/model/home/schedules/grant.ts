import type { KeptPersona } from './persona.ts'

export type Grant = Pick<KeptPersona, 'GrantUntil' | 'PostponedUntil'>

/**
 * The extra time of a persona after `minutes` more, during which neither its schedule nor its limit applies: from now, or after extra time
 * that is running. A time without internet that begins later is unchanged, one that begins earlier begins at the end of the extra time.
 * `now` in milliseconds since 1970; the result in Unix seconds, 0 for none.
 */
export function granted({ GrantUntil, PostponedUntil }: Grant, minutes: number, now: number): Grant {
  if (minutes <= 0) return { GrantUntil: 0, PostponedUntil: 0 }
  const until = Math.max(Math.ceil(now / 1000), GrantUntil, PostponedUntil) + minutes * 60
  return { GrantUntil: until, PostponedUntil: until }
}
