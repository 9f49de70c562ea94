// It has no public name.
import { Context as RouteContext } from '@docusaurus/core/lib/client/routeContext.js'
import { useActivePlugin } from '@docusaurus/plugin-content-docs/client'
import { useLocation } from '@docusaurus/router'
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal'
import useRouteContext from '@docusaurus/useRouteContext'
import Layout from '@theme/Layout'
import NavbarContent from '@theme/Navbar/Content'
import NavbarItem from '@theme/NavbarItem'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { InTheme } from '../InTheme.tsx'

const Item = NavbarItem as ComponentType<Record<string, unknown>>
const BAR = { navbar: { title: '', items: [{ type: 'docSidebar', sidebarId: 'nothing', label: 'A sidebar' }] } }

const Asks = ({ what }: { readonly what: () => unknown }): ReactNode => String(what())

/** Throws unless the fragment of the URL is `#mended`. */
const Thrown = (): ReactNode => {
  if (window.location.hash === '#mended') return <p>Whole again.</p>
  throw new Error('The first reason.', { cause: new Error('The reason of that.') })
}

/** What goes wrong, by the name that the address has after `?`. */
const CASES: Readonly<Record<string, ReactNode>> = {
  page: <Thrown />,
  type: <Item type="nothing" />,
  item: (
    <InTheme settings={BAR}>
      <NavbarContent />
    </InTheme>
  ),
  version: <Item type="docsVersionDropdown" versions={['9.9']} dropdownItemsBefore={[]} dropdownItemsAfter={[]} />,
  sidebar: <Item type="docSidebar" sidebarId="nowhere" docsPluginId="trial" />,
  plugin: <Asks what={() => useActivePlugin({ failfast: true })} />,
  route: (
    <RouteContext.Provider value={null}>
      <Asks what={useRouteContext} />
    </RouteContext.Provider>
  ),
}

/** A page that breaks in one of these ways, once it is shown: built it has to be before. */
export default function Crash(): ReactNode {
  const { search } = useLocation()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => setIsShown(true), [])
  const what = search.slice(1)
  // Outside of the layout, which provides for it.
  if (isShown && what === 'hook') return <Asks what={useNavbarMobileSidebar} />
  return (
    <Layout title="Crash">
      <main>
        <h1>Crash</h1>
        {isShown && CASES[what]}
      </main>
    </Layout>
  )
}
