import { fileURLToPath } from 'node:url'

/**
 * Build settings, from environment variables. By default the site links to and loads from no other host, so that it works on a
 * router without internet.
 */
const env = (name: string): string | undefined => process.env[name] || undefined

/** The folder with docs, blog, articles and their sidebars. */
export const content = env('SITE_CONTENT') ?? fileURLToPath(new URL('.', import.meta.url))

/** The address of the site, for canonical links, feeds and the sitemap. Default: the router's own. */
export const url = env('SITE_URL') ?? 'http://192.168.2.1'

/** The address for `git clone`, or undefined. */
export const repository = env('SITE_REPOSITORY')

export interface SearchSettings {
  readonly appId: string
  /** A key that permits searching, and nothing else. It is public. */
  readonly apiKey: string
  readonly indexName: string
  readonly searchPagePath: string
  /** Search in the language and the version of the page that is being read. */
  readonly contextualSearch: boolean
  /** A pattern for results that are on another site. */
  readonly externalUrlRegex?: string
  readonly searchParameters: Readonly<Record<string, unknown>>
  /** Whether the search box stores recent searches in the browser. */
  readonly remembers: boolean
  /** Whether the hosted service is used, with its own hosts. */
  readonly isHosted: boolean
  /** Whether pages search in the browser, without a service. */
  readonly isStatic: boolean
  /** `https://host[:port][/prefix]`, in the order in which they are used. Empty: the site's own host. */
  readonly hosts: readonly string[]
  /** Whether shown and opened results are reported to the search service, unless the visitor sends DNT. */
  readonly insights: boolean
  /** A script that sends these reports instead of the site's own. */
  readonly insightsScript?: string
}

const isHosted = env('SITE_SEARCH_APP_ID') !== undefined

export const search: SearchSettings = {
  appId: env('SITE_SEARCH_APP_ID') ?? 'sallyport',
  apiKey: env('SITE_SEARCH_API_KEY') ?? 'search-only',
  indexName: env('SITE_SEARCH_INDEX') ?? 'sallyport',
  searchPagePath: 'search',
  contextualSearch: true,
  externalUrlRegex: env('SITE_SEARCH_EXTERNAL'),
  searchParameters: {},
  remembers: env('SITE_SEARCH_MEMORY') !== 'off',
  isHosted,
  isStatic: env('SITE_SEARCH') === 'static',
  hosts: env('SITE_SEARCH_HOSTS')?.split(',') ?? [],
  insights: env('SITE_INSIGHTS') !== 'off',
  insightsScript: env('SITE_INSIGHTS_SCRIPT'),
}

/** Where page views are reported: the site's own server by default; undefined if off. */
export const pageViews = placeOf(env('SITE_PAGE_VIEWS') ?? (search.isStatic ? 'off' : '/pages/views'))

function placeOf(text: string): string | undefined {
  return text === 'off' ? undefined : text
}

/** A style sheet with fonts, or undefined for the site's own. */
export const fontSheet = env('SITE_FONT_SHEET')

/** An announcement above every page until it is dismissed; another `id` shows it again. */
export const announcement = env('SITE_ANNOUNCEMENT')
export const announcementId = env('SITE_ANNOUNCEMENT_ID') ?? 'announcement'
