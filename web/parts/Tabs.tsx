import { createLink, type LinkComponent } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import styles from './Tabs.module.css'

/** The pages of a section, in a line above them that scrolls sideways where it is too narrow. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className={styles.tabs}>
    {children}
  </nav>
)

const Anchor = (props: ComponentProps<'a'>) => <a {...props} className={styles.tab} />
const Linked = createLink(Anchor)

/** One of them: a link that knows whether its page is open. */
export const Tab: LinkComponent<typeof Anchor> = (props) => <Linked activeOptions={{ exact: true }} {...props} />
