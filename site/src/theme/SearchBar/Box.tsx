import { DocSearchModal, type DocSearchModalProps } from '@docsearch/react'
import '@docsearch/css/dist/_variables.css'
import '@docsearch/css/dist/modal.css'
import Link from '@docusaurus/Link'
import { useHistory } from '@docusaurus/router'
import useBaseUrl from '@docusaurus/useBaseUrl'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { SteeredClient } from '../../../../search/client.ts'
import { askThrough } from '../../search/ask.ts'
import { lasting } from '../../search/failure.ts'
import { keepFocusIn } from '../../search/focus.ts'
import { direct } from '../../search/hosts.ts'
import { openInsights } from '../../search/insights.ts'
import { tidySaved } from '../../search/saved.ts'
import { linkTo, RECORDS, useScope, useSearchSettings } from '../../search/scope.ts'
import { correctRoles } from './roles.ts'

export interface BoxProps {
  readonly query: string | undefined
  readonly close: () => void
}

/** The labels, where they differ from those that the box has by itself. */
const LABELS: DocSearchModalProps['translations'] = {
  footer: { searchByText: '' },
  noResultsScreen: { noResultsText: 'No results for' },
}

/** The search over the page. */
export function Box({ query, close }: BoxProps): ReactNode {
  const settings = useSearchSettings()
  const { siteMetadata } = useDocusaurusContext()
  const scope = useScope()
  const history = useHistory()
  const page = useBaseUrl(settings.searchPagePath)
  const contact = useBaseUrl('/docs/contact')
  const records = useBaseUrl(RECORDS)
  // It has to be in the page before anything in it can take the focus.
  const [place] = useState(() => {
    const place = document.createElement('div')
    document.body.prepend(place)
    return place
  })
  const { appId, apiKey, indexName, externalUrlRegex } = settings

  useEffect(() => {
    const stop = correctRoles(place)
    const letGo = keepFocusIn(place)
    return () => {
      stop()
      letGo()
      place.remove()
      try {
        tidySaved(indexName, localStorage)
      } catch {
        // To name a storage that is denied throws already.
      }
    }
  }, [place, indexName])

  const insights = useMemo<DocSearchModalProps['insights']>(() => {
    const insightsClient = openInsights(settings)
    if (!insightsClient) return false
    const host = settings.isHosted ? undefined : (settings.hosts[0] ?? location.origin)
    return {
      insightsClient: insightsClient as never,
      insightsInitParams: { appId, apiKey, useCookie: false, ...(host ? { host } : {}) } as never,
    }
  }, [settings, appId, apiKey])

  // The box begins anew when one of these is another than before.
  const [props] = useState<DocSearchModalProps>(() => ({
    appId,
    apiKey,
    indexName,
    initialScrollY: scrollY,
    placeholder: 'Search docs',
    translations: LABELS,
    searchParameters: { facetFilters: scope, clickAnalytics: insights !== false, ...settings.searchParameters },
    insights,
    disableUserPersonalization: !settings.remembers,
    onClose: close,
    navigator: {
      navigate({ itemUrl }) {
        if (externalUrlRegex && new RegExp(externalUrlRegex, 'i').test(itemUrl)) location.href = itemUrl
        else history.push(itemUrl)
      },
    } as DocSearchModalProps['navigator'],
    transformItems: (items) => items.map((item) => ({ ...item, url: linkTo(item.url, externalUrlRegex) })),
    transformSearchClient(client) {
      client.addAlgoliaAgent('docusaurus', siteMetadata.docusaurusVersion)
      direct(client as unknown as SteeredClient, settings)
      const search = client.search.bind(client) as Parameters<typeof askThrough>[0]
      const ask = askThrough(search, settings, records)
      client.search = ((...call: Parameters<typeof ask>) => lasting(ask(...call))) as typeof client.search
      return client
    },
    hitComponent: ({ hit, children }) => <Link to={hit.url}>{children}</Link>,
    resultsFooterComponent: ({ state }) => (
      <Link to={`${page}?q=${encodeURIComponent(state.query)}`} onClick={close}>
        See all {(state.context as { nbHits?: number }).nbHits} results
      </Link>
    ),
    getMissingResultsUrl: () => contact,
    ...(query === undefined ? {} : { initialQuery: query }),
  }))
  return createPortal(<DocSearchModal {...props} />, place)
}
