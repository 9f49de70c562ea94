import { languageTexts } from '../../texts/language.ts'

/** The first preferred locale in this language, such as `de-AT`; otherwise the language itself. */
export const localeIn = (language: string, preferred: readonly string[]): string =>
  preferred.find((locale) => locale.split('-', 1)[0]?.toLowerCase() === language) ?? language

/** The locale of dates, numbers, units, lists and sorting: in the language of the texts, and of the region that the browser names. */
export const locale = localeIn(languageTexts.code, navigator.languages)
