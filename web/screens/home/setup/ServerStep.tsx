import { Button } from '@mantine/core'
import { useState } from 'react'
import { backup } from '../../../../router/model/machine/backup/contract.ts'
import { call } from '../../../client/client.ts'
import { clientSession } from '../../../client/tab.ts'
import { Doorstep } from '../../../parts/page/SignedOutPage.tsx'
import { setupTexts } from '../../../texts/home/setup.ts'
import type { ChosenBackup } from '../../machine/backup/archive.ts'
import { FromServer } from '../../machine/backup/FromServer.tsx'
import { Restore } from '../../machine/backup/Restore.tsx'
import { SIGN_IN } from '../../machine/system/address.ts'
import { progress } from './progress.ts'
import styles from './Setup.module.css'

const texts = setupTexts.restore

/**
 * Restores a backup of a server in place of a setup. The router has a password and an uplink by now: without a password, anybody at
 * home could make it connect to other hosts.
 */
export function ServerStep({ onAnew }: { onAnew: () => void }) {
  const [chosen, setChosen] = useState<ChosenBackup>()
  return (
    <Doorstep title={texts.server} hint={texts.find}>
      <div className={styles.form}>
        <FromServer onChosen={setChosen} />
        <Button variant="subtle" fullWidth onClick={onAnew}>
          {texts.anew}
        </Button>
      </div>
      {chosen && (
        <Restore
          isNewRouter
          chosen={chosen}
          restore={(name, { Passphrase }) =>
            clientSession.end(() => call(backup.restore, { params: { name }, body: { Passphrase, SignIn: 'archive' } }))
          }
          onClose={() => setChosen(undefined)}
          onDone={() => {
            progress.forget()
            clientSession.forget()
            window.location.assign(SIGN_IN)
          }}
        />
      )}
    </Doorstep>
  )
}
