import { type ReactNode, useEffect } from 'react'
import { texts } from '../../texts.ts'
import { readOut } from './focusHeading.ts'
import { LanguageNames } from './LanguageNames.tsx'
import { Logo } from './Logo.tsx'
import styles from './SignedOutPage.module.css'

interface SignedOutPageProps {
  title: string
  hint: string
  /** Shown opposite the logo. */
  note?: string
  children?: ReactNode
}

/** The page before sign-in: one card in the middle, with the logo above it. */
export function Doorstep({ title, hint, note, children }: SignedOutPageProps) {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`
  }, [title])
  return (
    <main id="content" className={styles.page} tabIndex={-1}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <Logo />
          <span>{texts.product}</span>
          {note && <span className={styles.note}>{note}</span>}
        </div>
        <h1 ref={readOut} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.hint}>{hint}</p>
        {children}
        <div className={styles.languages}>
          <LanguageNames />
        </div>
      </div>
    </main>
  )
}
