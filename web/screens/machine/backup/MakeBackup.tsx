import { Button, PasswordInput, SegmentedControl } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { backup } from '../../../../router/model/machine/backup/contract.ts'
import { call } from '../../../client/client.ts'
import { readAgain } from '../../../client/readAgain.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { useDownload } from '../../../parts/values/saveFile.ts'
import { backupTexts } from '../../../texts/machine/backup.ts'
import styles from './Backup.module.css'
import { backupDownload } from './LocalBackups.tsx'

const words = backupTexts.make

export function MakeBackup() {
  const [lock, setLock] = useState<keyof typeof words.locks>('key')
  const [passphrase, setPassphrase] = useState('')
  const make = useMutation({
    mutationFn: () => call(backup.make, { body: lock === 'passphrase' ? { Passphrase: passphrase } : {} }),
    onSuccess: async () => {
      setPassphrase('')
      await readAgain(backup.list)
    },
  })
  const download = useDownload()
  const { fields, rest } = complaintOf(make.error, ['Passphrase'])
  return (
    <Section title={words.title} hint={words.hint}>
      <Form onSubmit={() => make.mutate()} className={forms.form}>
        <SegmentedControl
          fullWidth
          aria-label={words.lock}
          value={lock}
          onChange={setLock}
          data={(['key', 'passphrase'] as const).map((value) => ({ value, label: words.locks[value] }))}
        />
        {lock === 'key' ? (
          <p className="quiet">{words.keyHint}</p>
        ) : (
          <PasswordInput
            label={words.passphrase}
            description={words.passphraseHint}
            autoComplete="new-password"
            value={passphrase}
            required
            minLength={8}
            withAsterisk={false}
            onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
            error={fields.Passphrase}
          />
        )}
        <SaveError error={rest === '' ? null : make.error} />
        <div>
          <SubmitButton loading={make.isPending}>{words.submit}</SubmitButton>
        </div>
        <p className={styles.done} role="status">
          {make.isSuccess && words.done}
        </p>
        {make.data && (
          <div>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.6} />}
              loading={download.isPending}
              onClick={() => download.mutate(backupDownload(make.data))}
            >
              {words.download}
            </Button>
          </div>
        )}
        <SaveError error={download.error} />
      </Form>
    </Section>
  )
}
