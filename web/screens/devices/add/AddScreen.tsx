import { useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { texts } from '../../../texts.ts'
import styles from './AddScreen.module.css'
import { NewDevice } from './NewDevice.tsx'
import { Passphrase } from './Passphrase.tsx'
import type { Made } from './useNewDevice.ts'

/** Two steps: describe the device, then show its passphrase, which is kept in this screen only. */
export function AddScreen() {
  useDocumentTitle(`${texts.add.title} · ${texts.product}`)
  const [made, setMade] = useState<Made>()
  return (
    <div className={styles.page}>
      <BackLink to="/admin/devices">{texts.device.back}</BackLink>
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
