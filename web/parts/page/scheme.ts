/** The color scheme: that of the system, light or dark. */
export type Scheme = 'auto' | 'light' | 'dark'

/**
 * The next scheme when the button is pressed. The first press after `auto` always changes the display; the return to `auto` does
 * not.
 */
export function nextScheme(scheme: Scheme, isSystemDark: boolean): Scheme {
  const [own, other] = isSystemDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  return scheme === 'auto' ? other : scheme === other ? own : 'auto'
}
