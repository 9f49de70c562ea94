import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import { isDisabled } from '../../../../router/features/devices/device.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts.ts'
import type { Entry } from '../entry.ts'
import { useEdit } from '../useEdit.ts'
import styles from './Enabled.module.css'

export function Enabled({ entry: { identity, device } }: { entry: Entry }) {
  const edit = useEdit(identity)
  return (
    <Section title={texts.device.enabled} note={<SaveNote status={edit.status} />}>
      <Switch
        mt="xs"
        size="md"
        labelPosition="left"
        classNames={{ body: styles.switch, labelWrapper: styles.words }}
        label={texts.device.enabledHint}
        aria-label={texts.device.enabled}
        checked={!isDisabled(device)}
        onChange={({ currentTarget }) => edit.mutate({ DeviceDisabled: !currentTarget.checked })}
      />
      <SaveError error={edit.error} />
    </Section>
  )
}
