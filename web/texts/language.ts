import type { Language } from '../../router/phrases/language.ts'

/** The language of these texts, as a language tag, and its choice. */
export const languageTexts = {
  code: 'en' as Language,
  choose: 'Language',
}
