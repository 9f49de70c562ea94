import Link from '@docusaurus/Link'
import { PageMetadata } from '@docusaurus/theme-common'
import Heading from '@theme/Heading'
import type { Props } from '@theme/NotFound/Content'
import clsx from 'clsx'
import type { ReactNode } from 'react'

/** There is no such page. Below `/docs` and `/articles` the layout around it sets no title: it is set here. */
export default function NotFoundContent({ className }: Props): ReactNode {
  return (
    <main className={clsx('container margin-vert--xl notFound', className)}>
      <PageMetadata title="Page Not Found" />
      <svg width="96" height="96" viewBox="0 0 96 96" aria-hidden="true">
        <path d="M18 84V44a30 30 0 0 1 60 0v40" fill="none" stroke="var(--ifm-color-primary)" strokeWidth="7" />
        <path
          d="M34 84V46M48 84V40M62 84V46M22 58h52M22 72h52"
          fill="none"
          stroke="var(--ifm-color-primary)"
          strokeWidth="3"
        />
      </svg>
      <Heading as="h1">Page Not Found</Heading>
      <p>Nothing is behind this gate. A link may be old, or a letter is missing in the address.</p>
      <p>
        <Link to="/search">Search the site</Link>, or begin at the <Link to="/docs/intro">introduction</Link>.
      </p>
    </main>
  )
}
