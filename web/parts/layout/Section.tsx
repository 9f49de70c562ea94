import { type ReactNode, useId } from 'react'
import styles from './Section.module.css'

interface SectionProps {
  title: string
  hint?: string
  /** Shown at the right end of the title: the result of the last change. */
  note?: ReactNode
  children: ReactNode
}

/** A section of a page, as a card. */
export function Section({ title, hint, note, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  )
}
