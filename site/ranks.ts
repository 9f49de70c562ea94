/**
 * Ranks of pages by the prefix of their path: user guides come first, then development pages. The API reference comes last,
 * because it has more text than all other pages.
 */
const RANKS: readonly (readonly [path: string, rank: number])[] = [
  ['docs/development', 3],
  ['docs/security', 4],
  ['docs/knowledgebase', 4],
  ['docs', 5],
  ['articles', 4],
  ['blog', 3],
  ['api', 0],
]

/** The rank of a page by its path below the base path; up to 5, the higher the more likely. */
export const rankOf = (page: string): number => RANKS.find(([path]) => page.startsWith(path))?.[1] ?? 2
