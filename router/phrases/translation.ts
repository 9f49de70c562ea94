import { englishPhrases } from './english.ts'
import { germanPhrases } from './german.ts'
import type { Language } from './language.ts'
import { type Code, type Phrase, sentenceIn } from './phrase.ts'

const CATALOGUES: Readonly<Record<Language, Readonly<Record<Code, string>>>> = { en: englishPhrases, de: germanPhrases }

/** A message as a sentence in a language, for receivers outside the app. The app has its own catalogue. */
export const sentenceFor = (language: Language, message: Phrase): string => sentenceIn(CATALOGUES[language], message)
