import type { Props } from '@theme/TOC'
import OriginalTOC from '@theme-original/TOC'
import type { ReactNode } from 'react'

/** A landmark of its own, which takes no part in the layout: the list inside stays where it is while one scrolls. */
export default function TOC(props: Props): ReactNode {
  return (
    <nav aria-label="On this page" style={{ display: 'contents' }}>
      <OriginalTOC {...props} />
    </nav>
  )
}
