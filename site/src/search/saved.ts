/**
 * Fields that the search box adds to a hit: highlights, the parent hit, credentials and the query ID. None of them is stored; the
 * box fails if only some of the last three are present.
 */
const PASSING = [
  '_highlightResult',
  '_snippetResult',
  '_rankingInfo',
  '__docsearch_parent',
  '__autocomplete_algoliaCredentials',
  '__autocomplete_indexName',
  '__autocomplete_queryID',
]

const isPassing = (key: string): boolean => PASSING.includes(key)

/**
 * Leaves of what the box has saved, recent searches and favourites, the hits alone. The box strips the hit itself, but not the
 * heading above it that it carries along.
 */
export function tidySaved(indexName: string, storage: Pick<Storage, 'getItem' | 'setItem'>): void {
  for (const kind of ['RECENT', 'FAVORITE']) {
    const key = `__DOCSEARCH_${kind}_SEARCHES__${indexName}`
    try {
      const saved = storage.getItem(key)
      if (saved === null) continue
      const tidy = JSON.stringify(JSON.parse(saved), (name, value) => (isPassing(name) ? undefined : value))
      if (tidy !== saved) storage.setItem(key, tidy)
    } catch {
      // Without storage nothing was saved.
    }
  }
}
