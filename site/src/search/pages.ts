import { liteClient } from 'algoliasearch/lite'
import type { SteeredClient } from '../../../search/client.ts'
import type { SearchSettings } from '../../settings.ts'
import { askThrough } from './ask.ts'
import { direct } from './hosts.ts'

const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const
type Marked = { readonly value: string } | null | undefined

interface Hit {
  readonly objectID: string
  readonly url: string
  readonly _highlightResult?: { readonly hierarchy?: Readonly<Record<string, Marked>> }
  readonly _snippetResult?: { readonly content?: Marked }
}

/** A result as the search page shows it: texts with `<mark>` around what was looked for, and entities for what would be markup. */
export interface Result {
  readonly id: string
  readonly address: string
  readonly title: string
  readonly above: readonly string[]
  readonly snippet: string | undefined
}

export interface Results {
  readonly results: readonly Result[]
  readonly count: number
  readonly pages: number
}

interface Answer {
  readonly results: readonly [{ readonly hits: readonly Hit[]; readonly nbHits?: number; readonly nbPages?: number }]
}

export type Look = (query: string, page: number, scope: (string | string[])[]) => Promise<Results>

/** Looks for pages, 20 at a time. Rejects when no host answers, or one refuses. */
export function openLook(settings: SearchSettings, records: string): Look {
  const { appId, apiKey, indexName } = settings
  const client = liteClient(appId, apiKey)
  const ask = askThrough<Answer>((body) => client.search(body as never) as never, settings, records)
  direct(client as unknown as SteeredClient, settings)
  return async (query, page, scope) => {
    const request = {
      indexName,
      query: query.slice(0, 512),
      page,
      hitsPerPage: 20,
      advancedSyntax: true,
      facetFilters: scope,
      attributesToSnippet: ['content:24'],
      snippetEllipsisText: '…',
      highlightPreTag: '<mark>',
      highlightPostTag: '</mark>',
      ...settings.searchParameters,
    }
    const { results } = await ask({ requests: [request] })
    const [first] = results
    return { results: first.hits.map(resultOf), count: first.nbHits ?? 0, pages: first.nbPages ?? 0 }
  }
}

function resultOf({ objectID, url, _highlightResult, _snippetResult }: Hit): Result {
  const hierarchy = _highlightResult?.hierarchy ?? {}
  const above = LEVELS.flatMap((level) => hierarchy[level]?.value ?? [])
  const title = above.pop() ?? url
  return { id: objectID, address: url, title, above, snippet: _snippetResult?.content?.value }
}
