import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { texts } from '../../texts.ts'
import styles from './TabLinks.module.css'

interface TabLinksProps {
  /** The name of the section: the page title contains it and the selected tab. */
  title: string
  label: string
  tabs: readonly {
    readonly to: LinkProps['to']
    readonly params?: LinkProps['params']
    readonly label: string
    readonly exact?: boolean
  }[]
}

/** Tabs of a section, each with its own address. */
export function TabLinks({ title, label, tabs }: TabLinksProps) {
  const list = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone, tabs are wider than the screen: the selected one is scrolled into view, also after a rotation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path has another tab
  useEffect(() => {
    const nav = list.current
    const part = nav?.querySelector('[aria-current]')?.textContent
    document.title = [...(part ? [part] : []), title, texts.product].join(' · ')
    if (!nav) return
    const observer = new ResizeObserver(() => {
      const open = nav.querySelector<HTMLElement>('[aria-current]')
      if (open) nav.scrollLeft = open.offsetLeft - (nav.clientWidth - open.offsetWidth) / 2
    })
    observer.observe(nav)
    return () => observer.disconnect()
  }, [pathname, title])
  if (tabs.length === 0) return null
  return (
    <nav ref={list} aria-label={label} className={styles.tabs}>
      {tabs.map(({ to, params, label: words, exact = false }) => (
        <Link
          key={to}
          to={to}
          params={params}
          className={styles.tab}
          // Filters of a tab are in its search parameters.
          activeOptions={{ exact, includeSearch: false }}
          activeProps={{ className: styles.current }}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
