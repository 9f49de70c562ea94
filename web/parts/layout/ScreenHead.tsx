import type { ReactNode } from 'react'
import styles from './ScreenHead.module.css'

interface ScreenHeadProps {
  title: string
  /** One line about the screen; empty while it is not known. */
  hint?: string
  /** The main action of the screen, or the choice of what it shows. */
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
