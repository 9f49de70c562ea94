/** Names as a list of English prose: `a, b, and c`, or with `or`. The sentences around it are English in every browser. */
export const list = (names: Iterable<string>, type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat('en', { type }).format(names)
