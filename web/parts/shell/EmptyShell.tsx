import { texts } from '../../texts.ts'
import { Gate } from './Gate.tsx'
import styles from './Shell.module.css'

/** The frame of every screen before any script has run. */
export const EmptyShell = () => (
  <div className={styles.shell}>
    <header className={styles.rail}>
      <span className={styles.brand}>
        <Gate />
        <span>{texts.product}</span>
      </span>
    </header>
  </div>
)
