import ComponentCreator from '@docusaurus/ComponentCreator'
import Layout from '@theme/Layout'
import { type ReactNode, useState } from 'react'

/** A route of the site that no page here is shown at, so that its parts are loaded on request. */
const Part = ComponentCreator('*', '')

/** Shows a part of the site that has not come yet. */
export default function Parts(): ReactNode {
  const [isWanted, setIsWanted] = useState(false)
  return (
    <Layout title="Parts">
      <main id="part">
        <h1>Parts</h1>
        <button type="button" onClick={() => setIsWanted(true)}>
          Bring it
        </button>
        {isWanted && <Part />}
      </main>
    </Layout>
  )
}
