import { Button } from '@mantine/core'
import { useState } from 'react'
import { backup } from '../../../../router/model/machine/backup/contract.ts'
import { call } from '../../../client/client.ts'
import { clientSession } from '../../../client/tab.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Section } from '../../../parts/layout/Section.tsx'
import { backupTexts } from '../../../texts/machine/backup.ts'
import type { ChosenBackup } from './archive.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { FromServer } from './FromServer.tsx'
import { LocalBackups } from './LocalBackups.tsx'
import { MakeBackup } from './MakeBackup.tsx'
import { RecoveryKey } from './RecoveryKey.tsx'
import { RemoteBackupSection } from './RemoteBackupSection.tsx'
import { Restore } from './Restore.tsx'

const { bring, server } = backupTexts

export function BackupScreen() {
  const [chosen, setChosen] = useState<ChosenBackup>()
  return (
    <div className={forms.columns}>
      <div className={forms.page}>
        <MakeBackup />
        <RecoveryKey />
        <RemoteBackupSection />
      </div>
      <div className={forms.page}>
        <LocalBackups onRestore={setChosen} />
        <Section title={bring.title} hint={bring.hint}>
          <ChooseFile
            onChosen={(archive, upload) => {
              const bringIt = async () => (await call(backup.bring, { params: { name: archive.name }, upload })).Name
              setChosen({ ...archive, from: { place: 'file', bring: bringIt } })
            }}
          />
        </Section>
        <RestoreFromServer onChosen={setChosen} />
      </div>
      {chosen && (
        <Restore
          chosen={chosen}
          restore={(name, body) => clientSession.end(() => call(backup.restore, { params: { name }, body }))}
          onClose={() => setChosen(undefined)}
          onDone={clientSession.forget}
        />
      )}
    </div>
  )
}

/** The form is long, and seldom needed. */
function RestoreFromServer({ onChosen }: { onChosen: (chosen: ChosenBackup) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={server.title} hint={server.hint}>
      {isOpen ? (
        <FromServer onChosen={onChosen} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {server.open}
          </Button>
        </div>
      )}
    </Section>
  )
}
