import type { Props } from '@theme/TOC'
import OriginalTOC from '@theme-original/TOC'
import type { ReactNode } from 'react'

/** A separate landmark, which takes no part in the layout: the list inside stays sticky while the page is scrolled. */
export default function TOC(props: Props): ReactNode {
  return (
    <nav aria-label="On this page" style={{ display: 'contents' }}>
      <OriginalTOC {...props} />
    </nav>
  )
}
