import type { ReactNode } from 'react'
import styles from './More.module.css'

/** What few people need: a line that opens it. */
export const More = ({ label, children }: { label: string; children: ReactNode }) => (
  <details className={styles.more}>
    <summary>{label}</summary>
    <div className={styles.content}>{children}</div>
  </details>
)
