import Link from '@docusaurus/Link'
import { HtmlClassNameProvider, PageMetadata, useSearchQueryString } from '@docusaurus/theme-common'
import useBaseUrl from '@docusaurus/useBaseUrl'
import Heading from '@theme/Heading'
import Layout from '@theme/Layout'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Marked } from '../../search/Marked.tsx'
import { type Look, openLook, type Result } from '../../search/pages.ts'
import { linkTo, RECORDS, useScope, useSearchSettings } from '../../search/scope.ts'
import styles from './styles.module.css'

type Found =
  | { readonly state: 'nothing asked' }
  | { readonly state: 'looking' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'found'
      readonly results: readonly Result[]
      readonly count: number
      readonly pages: number
      readonly page: number
    }

/** The search begins this long after the last key press. */
const TYPING_MS = 300

/** What `query` finds, page by page; `more` brings the next one. */
function useFound(query: string): { found: Found; more: () => void; again: () => void } {
  const settings = useSearchSettings()
  const scope = useScope()
  const records = useBaseUrl(RECORDS)
  const look = useRef<Look>(undefined)
  const [found, setFound] = useState<Found>({ state: 'nothing asked' })
  const [wish, setWish] = useState({ page: 0, tries: 0 })
  const where = JSON.stringify(scope)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its first page
  useEffect(() => setWish({ page: 0, tries: 0 }), [query])
  useEffect(() => {
    if (query.trim() === '') return setFound({ state: 'nothing asked' })
    if (wish.page === 0) setFound((before) => (before.state === 'found' ? before : { state: 'looking' }))
    let isCurrent = true
    const ask = async (): Promise<void> => {
      look.current ??= openLook(settings, records)
      try {
        const answer = await look.current(query, wish.page, JSON.parse(where))
        if (!isCurrent) return
        setFound((before) => {
          const kept = wish.page > 0 && before.state === 'found' ? before.results : []
          return { state: 'found', ...answer, results: [...kept, ...answer.results], page: wish.page }
        })
      } catch {
        if (isCurrent) setFound({ state: 'failed' })
      }
    }
    const timer = setTimeout(ask, wish.page === 0 && wish.tries === 0 ? TYPING_MS : 0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query, wish, where, settings, records])

  return {
    found,
    more: () => setWish(({ page, tries }) => ({ page: page + 1, tries })),
    again: () => setWish(({ page, tries }) => ({ page, tries: tries + 1 })),
  }
}

function Item({ result, elsewhere }: { readonly result: Result; readonly elsewhere: string | undefined }): ReactNode {
  return (
    <li className={styles.item}>
      <Heading as="h2" className={styles.title}>
        <Link to={linkTo(result.address, elsewhere)}>
          <Marked text={result.title} />
        </Link>
      </Heading>
      {result.above.length > 0 && (
        <p className={styles.above}>
          {result.above.map((text, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the headings above one result, which change together
            <span key={at}>
              <Marked text={text} />
            </span>
          ))}
        </p>
      )}
      {result.snippet && (
        <p className={styles.snippet}>
          <Marked text={result.snippet} />
        </p>
      )}
    </li>
  )
}

function Outcome({ query }: { readonly query: string }): ReactNode {
  const { found, more, again } = useFound(query)
  const { externalUrlRegex } = useSearchSettings()
  if (found.state === 'nothing asked')
    return <p className={styles.note}>Names of devices’ policies, commands, error lines: anything on this site.</p>
  if (found.state === 'looking') return <div className="spinner" aria-hidden="true" />
  if (found.state === 'failed')
    return (
      <div className={styles.note} role="alert">
        <p className={styles.lead}>Unable to fetch results</p>
        <p>You might want to check your network connection.</p>
        <button type="button" className="button button--primary" onClick={again}>
          Try again
        </button>
      </div>
    )
  const { results, count, page, pages } = found
  return (
    <>
      <p className={styles.note} role="status">
        {count === 0 ? `No results for "${query}"` : `${count} ${count === 1 ? 'result' : 'results'}`}
      </p>
      <ol className={styles.list}>
        {results.map((result) => (
          <Item key={result.id} result={result} elsewhere={externalUrlRegex} />
        ))}
      </ol>
      {page + 1 < pages && (
        <button type="button" className="button button--secondary" onClick={more}>
          More results
        </button>
      )}
    </>
  )
}

function Page(): ReactNode {
  const [query, setQuery] = useSearchQueryString()
  const title = query ? `Search results for "${query}"` : 'Search the documentation'
  return (
    <Layout>
      <PageMetadata
        title={title}
        description="Search the documentation, the articles, the blog and the API of Sallyport."
      />
      <main className={`container margin-vert--lg ${styles.page}`}>
        <Heading as="h1">{title}</Heading>
        <form onSubmit={(event) => event.preventDefault()}>
          <input
            type="search"
            name="q"
            className={styles.field}
            placeholder="Type your search here"
            aria-label="Search"
            maxLength={512}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the field is what this page is for
            autoFocus
          />
        </form>
        <Outcome query={query} />
      </main>
    </Layout>
  )
}

export default function SearchPage(): ReactNode {
  return (
    <HtmlClassNameProvider className="search-page-wrapper">
      <Page />
    </HtmlClassNameProvider>
  )
}
