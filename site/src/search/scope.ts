import { useDocsContextualSearchTags } from '@docusaurus/plugin-content-docs/client'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import type { SearchSettings } from '../../settings.ts'

/** What is searched, as the build leaves it (`finish.ts`). */
export const RECORDS = '/search-records.json'

/** The site's settings of the search. */
export const useSearchSettings = (): SearchSettings =>
  useDocusaurusContext().siteConfig.themeConfig.search as SearchSettings

/** What is searched in: this language, and of the documents the version that is read, or preferred. */
export function useScope(): (string | string[])[] {
  const { contextualSearch } = useSearchSettings()
  const language = useDocusaurusContext().i18n.currentLocale
  const tags = ['default', ...useDocsContextualSearchTags()]
  return contextualSearch ? [`language:${language}`, tags.map((tag) => `docusaurus_tag:${tag}`)] : []
}

/** A result's address as a link of this site, unless `elsewhere` says that it is another's. */
export function linkTo(address: string, elsewhere: string | undefined): string {
  if (elsewhere && new RegExp(elsewhere, 'i').test(address)) return address
  const { pathname, search, hash } = new URL(address)
  return `${pathname}${search}${hash}`
}
