/** Letters without a Unicode decomposition. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' }

/**
 * Normalises a text for search: lower case, without diacritics, with ASCII apostrophes, quotes and dashes in place of typographic
 * ones. `Mia’s Café` becomes `mia's cafe`.
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

/** Whether every word of `query` occurs in `text`, both normalised. */
export function includesWords(text: string, query: string): boolean {
  const folded = fold(text)
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}
