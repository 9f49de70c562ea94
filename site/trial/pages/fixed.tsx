import { ColorModeProvider } from '@docusaurus/theme-common/internal'
import Layout from '@theme/Layout'
import NavbarColorModeToggle from '@theme/Navbar/ColorModeToggle'
import type { ReactNode } from 'react'
import { InTheme } from '../InTheme.tsx'

const SETTINGS = { colorMode: { defaultMode: 'light', disableSwitch: true, respectPrefersColorScheme: false } }

/** A site without a switch of its colours. */
export default function Fixed(): ReactNode {
  return (
    <Layout title="Fixed colours">
      <main id="fixed">
        <h1>Fixed colours</h1>
        <InTheme settings={SETTINGS}>
          <ColorModeProvider>
            <NavbarColorModeToggle />
          </ColorModeProvider>
        </InTheme>
      </main>
    </Layout>
  )
}
