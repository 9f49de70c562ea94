/** The levels of a page's headings: `lvl0` is the part of the site, `lvl1` the page's title. */
export const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'] as const
export type Level = (typeof LEVELS)[number]

/** The rank of pages that come before others where both say the same. */
export const MOST_LIKELY = 5

/** What a record may be chosen by, with `facetFilters`. */
export const FACETS = ['language', 'docusaurus_tag', 'version', 'type'] as const
export type Facet = (typeof FACETS)[number]

/**
 * One heading of a page, or one paragraph below it, with all headings above: what a search finds. The keys are those that
 * DocSearch reads.
 */
export interface SearchRecord {
  readonly objectID: string
  /** Absolute, with the anchor of the heading. */
  readonly url: string
  readonly anchor: string | null
  readonly type: Exclude<Level, 'lvl0'> | 'content'
  /** The paragraph's plain text; null for a heading. */
  readonly content: string | null
  readonly hierarchy: Readonly<Record<Level, string | null>>
  /** What else a page is called, by the end of its address and by its keywords; null for all but its title. */
  readonly names: string | null
  readonly language: string
  readonly docusaurus_tag: string
  readonly version: string
  /**
   * `pageRank`: how likely its page is the wanted one, up to `MOST_LIKELY`. `level`: 90 for a title down to 40 for the
   * sixth heading, 0 for a paragraph. `position`: its place in the page.
   */
  readonly weight: { readonly pageRank: number; readonly level: number; readonly position: number }
}
