import type { ReactNode } from 'react'
import styles from './Columns.module.css'

interface ColumnsProps {
  /** Whether both columns have the same width; otherwise the first is wider. */
  isEven?: boolean
  children: ReactNode
}

/** Two columns next to each other, or one below the other on narrow screens. */
export const Columns = ({ isEven = false, children }: ColumnsProps) => (
  <div className={styles.columns} data-even={isEven || undefined}>
    {children}
  </div>
)

export const Column = ({ children }: { children: ReactNode }) => <div className={styles.column}>{children}</div>
