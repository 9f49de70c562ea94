import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import styles from './AddScreen.module.css'
import { NewDevice } from './NewDevice.tsx'
import { Passphrase } from './Passphrase.tsx'
import type { Made } from './useNewDevice.ts'

/** Two steps: say what it is, then hand over its passphrase. The passphrase lives in this screen and nowhere else. */
export function AddScreen() {
  useDocumentTitle(`${texts.add.title} · ${texts.product}`)
  const [made, setMade] = useState<Made>()
  return (
    <div className={styles.page}>
      <Link to="/admin/devices" className={styles.back}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden />
        {texts.device.back}
      </Link>
      {made ? (
        <Passphrase made={made} onAnother={() => setMade(undefined)} />
      ) : (
        <>
          <h1>{texts.add.title}</h1>
          <p className={styles.hint}>{texts.add.hint}</p>
          <NewDevice onMade={setMade} />
        </>
      )}
    </div>
  )
}
