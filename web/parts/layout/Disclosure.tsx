import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'

/** Collapsed content for rarely used settings. `isOpen`: initially open. */
export const More = ({ label, isOpen, children }: { label: string; isOpen?: boolean; children: ReactNode }) => (
  <details className={styles.more} open={isOpen || undefined}>
    <summary>{label}</summary>
    <div className={styles.content}>{children}</div>
  </details>
)
