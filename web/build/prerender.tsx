import { renderToString } from 'react-dom/server.edge'
import { Logo } from '../parts/page/Logo.tsx'
import { SignInPage } from '../screens/machine/system/LoginScreen.tsx'
import styles from '../shell/Shell.module.css'
import { texts } from '../texts.ts'

/** What the pages have as HTML, so that it is there before any script. */
export const prerendered = () => ({
  'index.html': renderToString(<EmptyShell />),
  'signin.html': renderToString(<SignInPage />),
})

/** The frame of every screen before any script has run. */
const EmptyShell = () => (
  <div className={styles.shell}>
    <header className={styles.rail}>
      <span className={styles.brand}>
        <Logo />
        <span>{texts.product}</span>
      </span>
    </header>
  </div>
)
