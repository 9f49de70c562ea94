import { Link, type LinkProps } from '@tanstack/react-router'
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
export const TabLinks = ({ label, tabs }: TabLinksProps) => (
  <nav aria-label={label} className={styles.tabs}>
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
