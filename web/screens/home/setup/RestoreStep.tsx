import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { backup } from '../../../../router/model/machine/backup/contract.ts'
import { callAs } from '../../../client/tab.ts'
import { Doorstep } from '../../../parts/page/SignedOutPage.tsx'
import { setupTexts } from '../../../texts/home/setup.ts'
import type { ChosenBackup } from '../../machine/backup/archive.ts'
import { ChooseFile } from '../../machine/backup/ChooseFile.tsx'
import { Restore } from '../../machine/backup/Restore.tsx'
import { SIGN_IN } from '../../machine/system/address.ts'
import styles from './Setup.module.css'

const texts = setupTexts.restore

/** In place of a setup: the state of another router, or of this one before it was reset. */
export function RestoreStep({ onServer, onAnew }: { onServer: () => void; onAnew: () => void }) {
  const [chosen, setChosen] = useState<ChosenBackup>()
  const call = callAs(undefined)
  const needed = useId()
  return (
    <Doorstep title={texts.title} hint={texts.hint}>
      <p id={needed}>{texts.needed}</p>
      <ul className={styles.needs} aria-labelledby={needed}>
        {texts.needs.map((need) => (
          <li key={need}>{need}</li>
        ))}
      </ul>
      <div className={styles.answers}>
        <ChooseFile
          onChosen={(archive, upload) => {
            const bring = async () => (await call(backup.bring, { params: { name: archive.name }, upload })).Name
            setChosen({ ...archive, from: { place: 'file', bring } })
          }}
        />
        <Button variant="default" fullWidth onClick={onServer}>
          {texts.fromServer}
        </Button>
        <Button variant="subtle" fullWidth onClick={onAnew}>
          {texts.anew}
        </Button>
      </div>
      {chosen && (
        <Restore
          isNewRouter
          chosen={chosen}
          restore={(name, { Passphrase }) => call(backup.restore, { params: { name }, body: { Passphrase } })}
          onClose={() => setChosen(undefined)}
          onDone={() => window.location.assign(SIGN_IN)}
        />
      )}
    </Doorstep>
  )
}
