import { inOneWord } from './synonyms.ts'
import { tokensOf } from './words.ts'

/** What a search field holds at most; anything after that is not looked at. */
const MAX_QUERY = 512
const MAX_WORDS = 12

/** A query. */
export interface Query {
  /** Words that count; each has to be in a record while any record has them all. */
  readonly words: readonly WantedWord[]
  /** All words as typed, including stop words, because text that a reader remembers contains them. */
  readonly sequence: readonly WantedWord[]
  /** Words that have to follow each other. They are among `words`, too. */
  readonly phrases: readonly (readonly string[])[]
  /** No record may have any of these; each is a word, or several that follow each other. */
  readonly excluded: readonly (readonly string[])[]
}

export interface WantedWord {
  readonly word: string
  /** Still being typed: longer words that begin like it are meant as well. */
  readonly isPrefix: boolean
  /** Typed between quotes: matched exactly. */
  readonly isQuoted: boolean
}

/** English stop words, which are ignored in queries that are sentences. */
export const COMMON: ReadonlySet<string> = new Set(
  'a an and are as at be by can do does for from has have how i if in is it its me my of on or that the this to was what when where which why will with you your'.split(
    ' ',
  ),
)

const PART = /(-?)(?:"([^"]*)"|([^\s"]+))/gu

/** Which words of a query match as prefixes: the last one, all, or none. */
export const QUERY_TYPES = ['prefixLast', 'prefixAll', 'prefixNone'] as const
export type QueryType = (typeof QUERY_TYPES)[number]

export interface QuerySyntax {
  /** Words between quotes are a phrase, and words after a minus are excluded. */
  readonly isAdvanced: boolean
  readonly queryType: QueryType
  readonly keepsStopWords: boolean
}

/** The syntax where a caller gives nothing. */
export const DEFAULT_SYNTAX: QuerySyntax = { isAdvanced: false, queryType: 'prefixLast', keepsStopWords: false }

/** The words of a query. Words between quotes are never prefixes, regardless of `queryType`. */
export function parseQuery(typed: string, { isAdvanced, queryType, keepsStopWords }: QuerySyntax): Query {
  const text = inOneWord(typed.slice(0, MAX_QUERY))
  const plain: string[] = []
  const phrases: string[][] = []
  const excluded: string[][] = []
  if (isAdvanced)
    for (const [, minus, phrase, word] of text.matchAll(PART)) {
      const words = wordsOf(phrase ?? word ?? '')
      if (words.length === 0) continue
      if (minus === '-') excluded.push(words)
      else if (phrase === undefined) plain.push(...words)
      else phrases.push(words)
    }
  else plain.push(...wordsOf(text))

  const lastIsTyped = !isAdvanced || /[^"\s]$/u.test(text)
  const isPrefix = (isLast: boolean): boolean =>
    queryType === 'prefixAll' || (queryType === 'prefixLast' && isLast && lastIsTyped)
  const wanted = [
    ...plain.map((word, i) => ({ word, isPrefix: isPrefix(i === plain.length - 1), isQuoted: false })),
    ...phrases.flat().map((word) => ({ word, isPrefix: false, isQuoted: true })),
  ]
  const telling = wanted.filter(
    ({ word, isPrefix, isQuoted }) =>
      keepsStopWords || isQuoted || !COMMON.has(word) || (isPrefix && queryType === 'prefixLast'),
  )
  return {
    words: withoutRepeats(telling.length > 0 ? telling : wanted).slice(0, MAX_WORDS),
    sequence: wanted.slice(0, MAX_WORDS),
    phrases: phrases.filter((words) => words.length > 1).slice(0, MAX_WORDS),
    excluded: excluded.slice(0, MAX_WORDS),
  }
}

const wordsOf = (text: string): string[] => tokensOf(text).map(({ word }) => word)

/** A repeated word counts once, at its last position. */
const withoutRepeats = (words: readonly WantedWord[]): WantedWord[] => [
  ...new Map(words.map((wanted) => [wanted.word, wanted])).values(),
]
