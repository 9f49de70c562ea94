import type { languageTexts as english } from '../language.ts'

/** The language of these texts, as a language tag, and its choice. */
export const languageTexts: typeof english = {
  code: 'de',
  choose: 'Sprache',
}
