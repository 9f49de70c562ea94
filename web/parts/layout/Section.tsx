import { type ReactNode, useId } from 'react'
import type { Operation } from '../../../router/model/operation.ts'
import { Permitted } from './Permitted.tsx'
import styles from './Section.module.css'

interface SectionProps {
  title: string
  hint?: string
  /** Shown at the right end of the title: the result of the last change. */
  note?: ReactNode
  /** What its controls call. Users who may not call it see their values, without buttons. */
  changes?: Pick<Operation, 'details'>
  children: ReactNode
}

/** A section of a page, as a card. */
export function Section({ title, hint, note, changes, children }: SectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Permitted to={changes} isShown>
        <div className={styles.head}>
          <h2 id={id}>{title}</h2>
          {note}
        </div>
        {hint && <p className={styles.hint}>{hint}</p>}
        {children}
      </Permitted>
    </section>
  )
}
