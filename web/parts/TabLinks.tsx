import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './TabLinks.module.css'

interface TabLinksProps {
  label: string
  tabs: readonly {
    readonly to: LinkProps['to']
    readonly params?: LinkProps['params']
    readonly label: string
    readonly exact?: boolean
  }[]
}

/** The parts of a section, each with an address of its own. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const list = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a phone they are wider than the screen: the one that is open is to be seen, also after a turn of the phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another tab
  useEffect(() => {
    const nav = list.current
    if (!nav) return
    const observer = new ResizeObserver(() => {
      const open = nav.querySelector<HTMLElement>('[aria-current]')
      if (open) nav.scrollLeft = open.offsetLeft - (nav.clientWidth - open.offsetWidth) / 2
    })
    observer.observe(nav)
    return () => observer.disconnect()
  }, [pathname])
  return (
    <nav ref={list} aria-label={label} className={styles.tabs}>
      {tabs.map(({ to, params, label: words, exact = false }) => (
        <Link
          key={to}
          to={to}
          params={params}
          className={styles.tab}
          activeOptions={{ exact }}
          activeProps={{ className: styles.current }}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
