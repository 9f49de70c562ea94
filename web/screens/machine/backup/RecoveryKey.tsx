import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { backup } from '../../../../router/model/machine/backup/contract.ts'
import { call } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { CopyButton } from '../../../parts/layout/CopyButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { backupTexts } from '../../../texts/machine/backup.ts'
import styles from './Backup.module.css'

const words = backupTexts.key

/** The recovery key, loaded on request and kept on the page only. */
export function RecoveryKey() {
  const read = useMutation({ mutationFn: () => call(backup.key), gcTime: 0 })
  return (
    <Section title={words.title} hint={words.hint}>
      {read.data ? (
        <div className="stack-tight">
          <output className={styles.letters}>{read.data.RecoveryKey}</output>
          <div className={forms.buttons}>
            <CopyButton text={read.data.RecoveryKey} />
            <Button variant="subtle" onClick={read.reset}>
              {words.hide}
            </Button>
          </div>
        </div>
      ) : (
        <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
          {words.show}
        </Button>
      )}
      <SaveError error={read.error} />
    </Section>
  )
}
