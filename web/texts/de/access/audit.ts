import type { changedTexts as english } from '../../access/audit.ts'
import { auditNouns } from '../router/nouns.ts'

/** Longest first: a noun may begin with another one. */
const NOUNS = Object.entries(auditNouns).sort(([a], [b]) => b.length - a.length)

/** German texts of what a change is about. */
export const changedTexts: typeof english = {
  subject(what) {
    const [noun, translation] = NOUNS.find(([known]) => what === known || what.startsWith(`${known} `)) ?? ['', '']
    return translation + what.slice(noun.length)
  },
  devices: (count, names) => `${count} Geräte: ${names}`,
}
