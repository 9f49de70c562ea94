import type { ReactNode } from 'react'
import styles from './FactList.module.css'

/** A list of labels and values. */
export const FactList = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
