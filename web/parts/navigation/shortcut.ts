/** `off` in the browser's storage: single keys are no shortcuts. */
export const SINGLE_KEYS = 'sallyport.keys'

/** The section that opens with `g` and a letter. */
export const GO = {
  h: '/admin',
  d: '/admin/devices',
  n: '/admin/dns',
  t: '/admin/traffic',
  a: '/admin/alerts',
  w: '/admin/wifi',
  v: '/admin/vpn',
  m: '/admin/map',
  g: '/admin/groups',
  c: '/admin/schedules',
  f: '/admin/firewall',
  p: '/admin/links',
  l: '/admin/logs',
  s: '/admin/system',
} as const
type Letter = keyof typeof GO
export type ShortcutSection = (typeof GO)[Letter]

/** What a key does: `/` and Ctrl+K open the search, `?` the list of shortcuts, `g` and a letter a section. */
export type Shortcut = 'search' | 'list' | ShortcutSection

export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Time for the letter after `g`. */
const SEQUENCE_MS = 1500

const isLetter = (key: string): key is Letter => Object.hasOwn(GO, key)

/**
 * Keys to shortcuts. `now` in milliseconds. `isPlain`: single characters count; false in a text field, in a dialog, and where
 * they are turned off (WCAG 2.1.4).
 */
export function openShortcuts(): (pressed: Pressed, isPlain: boolean, now: number) => Shortcut | undefined {
  let goUntil = 0
  return ({ key, ctrlKey, metaKey, altKey, shiftKey }, isPlain, now) => {
    const isGoing = now < goUntil
    goUntil = 0
    if (altKey) return undefined
    if (ctrlKey || metaKey) return !shiftKey && key.toLowerCase() === 'k' ? 'search' : undefined
    if (!isPlain) return undefined
    if (key === '?') return 'list'
    if (key === '/') return 'search'
    if (isGoing && isLetter(key)) return GO[key]
    if (key === 'g') goUntil = now + SEQUENCE_MS
    return undefined
  }
}
