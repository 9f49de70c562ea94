import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadContext, Plugin } from '@docusaurus/types'
import type { SearchSettings } from '../../settings.ts'

const OPENSEARCH = 'opensearch.xml'

/** The search page, its description for browsers, and, for a provider alone, an early connection to it. */
export default function searchPlugin({ baseUrl, outDir, siteConfig }: LoadContext): Plugin {
  const { appId, isHosted, searchPagePath } = siteConfig.themeConfig.search as SearchSettings
  const { title, url, favicon } = siteConfig
  return {
    name: 'search',
    contentLoaded({ actions }) {
      actions.addRoute({ path: `${baseUrl}${searchPagePath}`, component: '@theme/SearchPage', exact: true })
    },
    injectHtmlTags: () => ({
      headTags: [
        {
          tagName: 'link',
          attributes: {
            rel: 'search',
            type: 'application/opensearchdescription+xml',
            title,
            href: `${baseUrl}${OPENSEARCH}`,
          },
        },
        ...(isHosted
          ? [
              {
                tagName: 'link',
                attributes: { rel: 'preconnect', href: `https://${appId}-dsn.algolia.net`, crossorigin: 'anonymous' },
              },
            ]
          : []),
      ],
    }),
    async postBuild() {
      await writeFile(
        join(outDir, OPENSEARCH),
        openSearch({
          title,
          home: `${url}${baseUrl}`,
          icon: `${url}${baseUrl}${favicon}`,
          search: `${url}${baseUrl}${searchPagePath}`,
        }),
      )
    },
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** OpenSearch 1.1: browsers offer to search the site from their address bar. */
const openSearch = (site: { title: string; home: string; icon: string; search: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/" xmlns:moz="http://www.mozilla.org/2006/browser/search/">
  <ShortName>${escaped(site.title)}</ShortName>
  <Description>Search ${escaped(site.title)}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="16" height="16" type="image/svg+xml">${escaped(site.icon)}</Image>
  <Url type="text/html" method="get" template="${escaped(site.search)}?q={searchTerms}"/>
  <moz:SearchForm>${escaped(site.home)}</moz:SearchForm>
</OpenSearchDescription>
`
