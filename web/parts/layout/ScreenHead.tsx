import type { ReactNode } from 'react'
import styles from './ScreenHead.module.css'

interface ScreenHeadProps {
  title: string
  /** A line about the screen; empty until it is loaded. */
  hint?: string
  /** The main action of the screen, or a control that selects its content. */
  children?: ReactNode
}

/** The title of a screen. */
export const ScreenHead = ({ title, hint = '', children }: ScreenHeadProps) => (
  <div className={styles.head}>
    <div>
      <h1>{title}</h1>
      {hint !== '' && <p>{hint}</p>}
    </div>
    {children}
  </div>
)
