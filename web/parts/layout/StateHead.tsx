import type { ReactNode } from 'react'
import styles from './OnePage.module.css'

interface StateHeadProps {
  title: string
  /** Its state in words; undefined if it has none yet. */
  state: ReactNode
  /** Colours the words. */
  tone?: string | undefined
  /** What follows from the state. */
  children?: ReactNode
}

/** The title of a page about one thing, with its present state. */
export const StateHead = ({ title, state, tone, children }: StateHeadProps) => (
  <div>
    <h1>{title}</h1>
    {state !== undefined && (
      <p className={styles.state} data-state={tone} role="status">
        {state}
      </p>
    )}
    {children}
  </div>
)
