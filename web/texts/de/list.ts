import type { list as english } from '../list.ts'

/** Names as a list of German prose: `a, b und c`, or with `oder`. */
export const list: typeof english = (names, type = 'conjunction') => new Intl.ListFormat('de', { type }).format(names)
