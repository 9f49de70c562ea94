import { CopyButton } from '../../../../parts/layout/CopyButton.tsx'
import styles from './Letters.module.css'

/** A passphrase to type or copy. */
export const Letters = ({ passphrase, label }: { passphrase: string; label?: string }) => (
  <div className={styles.secret}>
    <output className={styles.letters} aria-label={label}>
      {passphrase}
    </output>
    <CopyButton text={passphrase} />
  </div>
)
