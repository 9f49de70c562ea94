import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../texts/device.ts'
import type { Entry } from '../entry.ts'
import { useEdit } from '../useEdit.ts'
import styles from './Enabled.module.css'

const words = deviceTexts.cable

/** Whether a device that joins by passphrase is admitted on a cable as well. */
export function Cable({ entry: { identity, device } }: { entry: Entry }) {
  const edit = useEdit(identity)
  return (
    <Section title={words.title} note={<SaveNote status={edit.status} />}>
      <Switch
        mt="xs"
        size="md"
        labelPosition="left"
        classNames={{ body: styles.switch, labelWrapper: styles.words }}
        label={words.hint}
        aria-label={words.title}
        checked={device.AllowWired}
        onChange={({ currentTarget }) => edit.mutate({ AllowWired: currentTarget.checked })}
      />
      <SaveError error={edit.error} />
    </Section>
  )
}
