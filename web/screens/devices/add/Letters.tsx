import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import styles from './Letters.module.css'

/** A passphrase to be typed from the screen, or copied. */
export const Letters = ({ passphrase, label }: { passphrase: string; label?: string }) => (
  <div className={styles.secret}>
    <output className={styles.letters} aria-label={label}>
      {passphrase}
    </output>
    <CopyButton text={passphrase} />
  </div>
)
