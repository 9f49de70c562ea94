/** What the app looks like: as the system wants, or always so. */
export type Scheme = 'auto' | 'light' | 'dark'

/**
 * What follows when the button is pressed, round and round. The first press after `auto` always changes what is seen; the
 * one that returns there is the one that does not.
 */
export function nextScheme(scheme: Scheme, isSystemDark: boolean): Scheme {
  const [own, other] = isSystemDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  return scheme === 'auto' ? other : scheme === other ? own : 'auto'
}
