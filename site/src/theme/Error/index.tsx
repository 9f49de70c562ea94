import { RouteContextProvider } from '@docusaurus/core/lib/client/routeContext.js'
import ErrorBoundary from '@docusaurus/ErrorBoundary'
import Head from '@docusaurus/Head'
import type { Props } from '@theme/Error'
import ErrorPageContent from '@theme/ErrorPageContent'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'

/** No plugin has made this page. */
const NOBODYS = { plugin: { name: 'docusaurus-core-error-boundary', id: 'default' } }

/** In place of a page that broke outside of its layout: what a page that breaks inside it shows, without it if need be. */
export default function ErrorPage(props: Props): ReactNode {
  return (
    <RouteContextProvider value={NOBODYS}>
      <ErrorBoundary fallback={() => <ErrorPageContent {...props} />}>
        <Head>
          <title>Page Error</title>
        </Head>
        <Layout>
          <ErrorPageContent {...props} />
        </Layout>
      </ErrorBoundary>
    </RouteContextProvider>
  )
}
