import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'

/** What few people need: a line that opens it. `isOpen`: something in it is to be seen. */
export const More = ({ label, isOpen, children }: { label: string; isOpen?: boolean; children: ReactNode }) => (
  <details className={styles.more} open={isOpen || undefined}>
    <summary>{label}</summary>
    <div className={styles.content}>{children}</div>
  </details>
)
