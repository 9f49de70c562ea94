import { renderToString } from 'react-dom/server.edge'
import { Gate } from '../parts/shell/Gate.tsx'
import styles from '../parts/shell/Shell.module.css'
import { SignInPage } from '../screens/machine/system/LoginScreen.tsx'
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
        <Gate />
        <span>{texts.product}</span>
      </span>
    </header>
  </div>
)
