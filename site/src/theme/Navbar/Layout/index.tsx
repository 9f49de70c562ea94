import { ThemeClassNames, useThemeConfig } from '@docusaurus/theme-common'
import { useNavbarMobileSidebar } from '@docusaurus/theme-common/internal'
import type { Props } from '@theme/Navbar/Layout'
import NavbarMobileSidebar from '@theme/Navbar/MobileSidebar'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Header } from './Header.tsx'
import { useHiding } from './hiding.ts'
import styles from './styles.module.css'

/**
 * The header, and the bar below it, which stays when the page is scrolled. The header's menu opens over the bar, and so the
 * header lies above it; the sidebar of small screens is inside the bar, and lies above both.
 */
export default function NavbarLayout({ children }: Props): ReactNode {
  const { hideOnScroll, style } = useThemeConfig().navbar
  const sidebar = useNavbarMobileSidebar()
  const { bar, isHidden } = useHiding(hideOnScroll)
  return (
    <>
      <Header />
      <div className={styles.wrapper}>
        <nav
          ref={bar}
          aria-label="Main"
          className={clsx(
            ThemeClassNames.layout.navbar.container,
            'navbar navbar--fixed-top',
            hideOnScroll && styles.hideable,
            isHidden && styles.hidden,
            style && `navbar--${style}`,
            sidebar.shown && 'navbar-sidebar--show',
          )}
        >
          {children}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: for a pointer alone; by keyboard one closes it with its button */}
          <div role="presentation" className="navbar-sidebar__backdrop" onClick={sidebar.toggle} />
          <NavbarMobileSidebar />
        </nav>
      </div>
    </>
  )
}
