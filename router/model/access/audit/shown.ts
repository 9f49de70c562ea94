import { MASK } from '../../home/devices/device.ts'

const MOST_CHARACTERS = 200
const MOST_ITEMS = 50
const DEEPEST = 8
const MOST_IN_ALL = 4096

/** Characters that would change the display of the line: control characters, line ends, and changes of text direction. */
const UNRULY = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Untrusted text made safe for a log: one line of limited length. */
export const tame = (text: string, most = MOST_CHARACTERS): string => {
  const line = text
    .slice(0, most + 1)
    .toWellFormed()
    .replace(UNRULY, '\ufffd')
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** A value as the audit log shows it: only permitted texts, with limited length. */
export function shownValue(value: unknown, shows: readonly string[]): unknown {
  const whole = walk(value, [], shows)
  const { length } = JSON.stringify(whole) ?? ''
  return length > MOST_IN_ALL ? `(${length} characters, too many to store)` : whole
}

function walk(value: unknown, path: readonly string[], shows: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return value === '' || mayShow(path, shows) ? tame(value) : MASK
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) {
    const list = value.slice(0, MOST_ITEMS).map((item) => walk(item, path, shows, depth + 1))
    return value.length > MOST_ITEMS ? [...list, `… and ${value.length - MOST_ITEMS} more`] : list
  }
  const all = Object.entries(value)
  const fields = all
    .slice(0, MOST_ITEMS)
    .map(([name, item]) => [tame(name), walk(item, [...path, name], shows, depth + 1)])
  return Object.fromEntries(
    all.length > MOST_ITEMS ? [...fields, ['…', `and ${all.length - MOST_ITEMS} more`]] : fields,
  )
}

const mayShow = (path: readonly string[], shows: readonly string[]): boolean =>
  path.some((_, index) => shows.includes(path.slice(0, index + 1).join('.')))
