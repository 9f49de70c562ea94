/** The language of these texts, as a language tag, and its choice. */
export const languageTexts = {
  code: 'en',
  choose: 'Language',
}
