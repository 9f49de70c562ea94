/** Letters that Unicode does not take apart. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }

/**
 * A text as it is searched: lower case, without diacritics, with the apostrophes, quotes and dashes of a keyboard in place of
 * typographic ones. `Mia’s Café` becomes `mia's cafe`.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‘’‛ʼ′´`]/g, "'")
    .replace(/[“”„«»″]/g, '"')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[ßæœøđłı]/g, (letter) => PLAIN[letter] ?? letter)

/** Whether every word of `query` occurs in `text`, however either is written. */
export function includesWords(text: string, query: string): boolean {
  const folded = fold(text)
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
