import { fileURLToPath } from 'node:url'

/**
 * What differs between two copies of this site; the environment of the build says it. By default nobody outside is named and
 * nothing leads away: the site is whole on a router without internet.
 */
const said = (name: string): string | undefined => process.env[name] || undefined

/** The folder with docs, blog, articles and their sidebars: this one, or another with pages of the same kinds. */
export const content = said('SITE_CONTENT') ?? fileURLToPath(new URL('.', import.meta.url))

/** Where the site is found, for canonical links, feeds and the sitemap. The router's own address unless something is said. */
export const url = said('SITE_URL') ?? 'http://192.168.2.1'

/** The address that `git clone` takes. None: the pages say so, and name no address. */
export const repository = said('SITE_REPOSITORY')

export interface SearchSettings {
  readonly appId: string
  /** A key that permits searching, and nothing else. It is public. */
  readonly apiKey: string
  readonly indexName: string
  readonly searchPagePath: string
  /** Search in the language and the version of the page that is being read. */
  readonly contextualSearch: boolean
  /** Results there are on another site, and are left for. */
  readonly externalUrlRegex?: string
  readonly searchParameters: Readonly<Record<string, unknown>>
  /** Whether the search box remembers, in the browser, what was chosen in it. */
  readonly remembers: boolean
  /** True: the provider whose protocol the search speaks. The hosts are its client's own then. */
  readonly isHosted: boolean
  /** True: there is no service; pages search by themselves, in the records that were built with them. */
  readonly isStatic: boolean
  /** `https://host[:port][/prefix]`, in the order they are asked. None: the host that the page came from. */
  readonly hosts: readonly string[]
  /** Whether what is seen and chosen among the results is told to the search service, unless the visitor asks not to be followed. */
  readonly insights: boolean
  /** A script that sends it, in place of the one that is part of the site. */
  readonly insightsScript?: string
}

const isHosted = said('SITE_SEARCH_APP_ID') !== undefined

export const search: SearchSettings = {
  appId: said('SITE_SEARCH_APP_ID') ?? 'sallyport',
  apiKey: said('SITE_SEARCH_API_KEY') ?? 'search-only',
  indexName: said('SITE_SEARCH_INDEX') ?? 'sallyport',
  searchPagePath: 'search',
  contextualSearch: true,
  externalUrlRegex: said('SITE_SEARCH_EXTERNAL'),
  searchParameters: {},
  remembers: said('SITE_SEARCH_MEMORY') !== 'off',
  isHosted,
  isStatic: said('SITE_SEARCH') === 'static',
  hosts: said('SITE_SEARCH_HOSTS')?.split(',') ?? [],
  insights: said('SITE_INSIGHTS') !== 'off',
  insightsScript: said('SITE_INSIGHTS_SCRIPT'),
}

/** Where each page that is opened is told: whoever serves the pages, unless another place is said, or `off`. */
export const pageViews = placeOf(said('SITE_PAGE_VIEWS') ?? (search.isStatic ? 'off' : '/pages/views'))

function placeOf(text: string): string | undefined {
  return text === 'off' ? undefined : text
}

/** A style sheet with fonts. None: those that the visitor's system has. */
export const fontSheet = said('SITE_FONT_SHEET')

/** Shown above everything until it is dismissed; another `id` shows it again. */
export const announcement = said('SITE_ANNOUNCEMENT')
export const announcementId = said('SITE_ANNOUNCEMENT_ID') ?? 'announcement'
