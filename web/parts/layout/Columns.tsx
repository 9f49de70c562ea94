import type { ReactNode } from 'react'
import styles from './Columns.module.css'

interface ColumnsProps {
  /** Both as wide as each other; otherwise the first, with what matters more, is wider. */
  isEven?: boolean
  children: ReactNode
}

/** Two columns of subjects beside each other; one after the other where there is no room. */
export const Columns = ({ isEven = false, children }: ColumnsProps) => (
  <div className={styles.columns} data-even={isEven || undefined}>
    {children}
  </div>
)

export const Column = ({ children }: { children: ReactNode }) => <div className={styles.column}>{children}</div>
