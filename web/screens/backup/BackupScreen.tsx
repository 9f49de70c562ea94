import { useState } from 'react'
import { backup } from '../../../router/features/backup/contract.ts'
import { call } from '../../client/client.ts'
import { session } from '../../client/tab.ts'
import forms from '../../parts/forms/Form.module.css'
import { Section } from '../../parts/layout/Section.tsx'
import { backupTexts } from '../../texts/backup.ts'
import { ChooseFile, type Chosen } from './ChooseFile.tsx'
import { Kept } from './Kept.tsx'
import { MakeBackup } from './MakeBackup.tsx'
import { RecoveryKey } from './RecoveryKey.tsx'
import { Remote } from './Remote.tsx'
import { Restore } from './Restore.tsx'

const { bring } = backupTexts

export function BackupScreen() {
  const [chosen, setChosen] = useState<Chosen>()
  return (
    <div className={forms.columns}>
      <div className={forms.page}>
        <MakeBackup />
        <RecoveryKey />
        <Remote />
      </div>
      <div className={forms.page}>
        <Kept onRestore={setChosen} />
        <Section title={bring.title} hint={bring.hint}>
          <ChooseFile onChosen={setChosen} />
        </Section>
      </div>
      {chosen && (
        <Restore
          chosen={chosen}
          bring={async (name, upload) => (await call(backup.bring, { params: { name }, upload })).Name}
          restore={(name, body) => session.end(() => call(backup.restore, { params: { name }, body }))}
          onClose={() => setChosen(undefined)}
          onDone={session.forget}
        />
      )}
    </div>
  )
}
