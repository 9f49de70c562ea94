import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import styles from './Doorstep.module.css'
import { Gate } from './Gate.tsx'

/** The page for those who are not inside yet: one card in the middle, and the mark above it. */
export function Doorstep({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Gate />
          <span>{texts.product}</span>
        </div>
        <h1>{title}</h1>
        <p className={styles.hint}>{hint}</p>
        {children}
      </div>
    </main>
  )
}
