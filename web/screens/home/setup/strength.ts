/** The server takes nothing shorter. */
export const SHORTEST_SETUP_PASSWORD = 8

/**
 * 0 is too short, 4 is strong. A rough guess, to make people pause: length counts most, variety a little, and repeating
 * or counting on counts for nothing.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if ([...password].length < SHORTEST_SETUP_PASSWORD) return 0
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const score = surprises(password) + (kinds - 1) * 2
  return score < 9 ? 1 : score < 13 ? 2 : score < 18 ? 3 : 4
}

/** Characters that do not simply repeat, or count on from, the one before them. */
function surprises(password: string): number {
  const codes = [...password].map((letter) => letter.codePointAt(0) ?? 0)
  return codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? -10)) > 1).length
}
