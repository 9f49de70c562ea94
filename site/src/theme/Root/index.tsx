import Head from '@docusaurus/Head'
import useDocusaurusContext from '@docusaurus/useDocusaurusContext'
import type { ReactNode } from 'react'
import letters from '../../fonts/figtree.woff2'

/** Around every page. The font is preloaded, before the style sheet that names it has arrived; not if another one is set. */
export default function Root({ children }: { readonly children: ReactNode }): ReactNode {
  const { stylesheets } = useDocusaurusContext().siteConfig
  return (
    <>
      {stylesheets.length === 0 && (
        <Head>
          <link rel="preload" href={letters} as="font" type="font/woff2" crossOrigin="anonymous" />
        </Head>
      )}
      {children}
    </>
  )
}
