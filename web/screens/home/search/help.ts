import type { SearchResult } from './find.ts'

/** The index of the documentation that the router serves, and the public key for it (site/settings.ts). */
const INDEX = 'sallyport'
const HEADERS = { 'x-algolia-application-id': INDEX, 'x-algolia-api-key': 'search-only' }
const HITS = 5
/** Without a pause, each letter would be a search. */
export const PAUSE_MS = 150
export const SHORTEST_QUERY = 3

interface Hit {
  readonly objectID: string
  readonly url: string
  readonly hierarchy: Readonly<Record<string, string | null>>
}

/**
 * Pages of the documentation for a query, from the search of the site; those for an English `topic` come first, since the site is in
 * English. None if the router serves no site.
 */
export async function helpFor(query: string, topic: string | undefined, signal: AbortSignal): Promise<SearchResult[]> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  signal.throwIfAborted()
  const asked = topic === undefined ? [query] : [topic, query]
  const found = (await Promise.all(asked.map((one) => hitsFor(one, signal)))).flat()
  return [...new Map(found.map((hit) => [hit.objectID, itemOf(hit, query)])).values()]
}

async function hitsFor(query: string, signal: AbortSignal): Promise<readonly Hit[]> {
  const body = JSON.stringify({ query, hitsPerPage: HITS, attributesToRetrieve: ['hierarchy', 'url'] })
  const reply = await fetch(`/1/indexes/${INDEX}/query`, { method: 'POST', headers: HEADERS, body, signal })
  if (!reply.ok) return []
  const { hits } = (await reply.json()) as { hits: readonly Hit[] }
  return hits
}

/** The site has found the words, also misspelt ones, synonyms and translations: `words` makes the query match here too. */
function itemOf({ objectID, url, hierarchy }: Hit, query: string): SearchResult {
  const [title = '', ...above] = [hierarchy.lvl3, hierarchy.lvl2, hierarchy.lvl1].filter((heading) => heading != null)
  const { pathname, hash } = new URL(url)
  return {
    id: `help ${objectID}`,
    kind: 'help',
    title,
    detail: above.join(' · '),
    words: query,
    opens: pathname + hash,
  }
}
