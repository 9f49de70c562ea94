/**
 * How likely a page is what somebody looks for who types a word or two: what helps to use a router comes before what tells of
 * its inside, and the API reference, which has more text than all the rest, comes last. By the beginning of the path.
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
