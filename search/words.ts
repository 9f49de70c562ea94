/** A word of a text, and its position. */
export interface Token {
  readonly start: number
  readonly end: number
  /** The form that is compared: without case and accents, and not longer than `MAX_WORD`. */
  readonly word: string
}

export const MAX_WORD = 40

const WORD = /[\p{L}\p{N}\p{M}]+/gu
const PLAIN = /^[a-z0-9]*$/

/** Words consist of letters and digits; all other characters separate them. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0])
    if (word !== '') tokens.push({ start: match.index, end: match.index + match[0].length, word })
  }
  return tokens
}

function fold(word: string): string {
  const small = word.toLowerCase()
  const folded = PLAIN.test(small) ? small : small.normalize('NFKD').replace(/\p{M}/gu, '')
  return folded.slice(0, MAX_WORD)
}
