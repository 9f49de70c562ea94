import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadState } from '../layout/LoadState.tsx'

interface PagedListProps<Line> {
  pages: Pick<UseInfiniteQueryResult, 'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>
  /** The lines of the loaded pages that are shown; undefined while the first page is loading. */
  lines: readonly Line[] | undefined
  /** The title of an error, and the label of the button that loads the next page. */
  words: { readonly failed: string; readonly more: string }
  /** Shown if there are no lines. */
  empty: ReactNode
  children: (lines: readonly Line[]) => ReactNode
}

/** A list that is loaded by pages: its lines, or why there are none. */
export function PagedList<Line>({ pages, lines, words, empty, children }: PagedListProps<Line>) {
  if (!lines) return <LoadState title={words.failed} query={pages} height={420} radius="lg" />
  return (
    <>
      {lines.length > 0 ? children(lines) : empty}
      {pages.hasNextPage && (
        <Button variant="default" mt="md" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  )
}
