import { Switch } from '@mantine/core'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { isDisabled } from '../../../../../router/model/home/devices/device.ts'
import { SettingSection } from '../../../../parts/forms/SettingSection.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import type { Edit } from '../edit.ts'
import type { ShownDevice } from '../entry.ts'
import { useEdit } from '../useEdit.ts'
import styles from './Switches.module.css'

interface SettingProps {
  entry: ShownDevice
  title: string
  hint: string
  checked: boolean
  editOf: (checked: boolean) => Edit
}

/** A switch for one setting of the device. */
function Setting({ entry, title, hint, checked, editOf }: SettingProps) {
  const edit = useEdit(entry.identity)
  return (
    <SettingSection changes={devices.update} title={title} save={edit}>
      <Switch
        mt="xs"
        size="md"
        labelPosition="left"
        classNames={{ body: styles.switch, labelWrapper: styles.words }}
        label={hint}
        aria-label={title}
        checked={checked}
        onChange={({ currentTarget }) => edit.mutate(editOf(currentTarget.checked))}
      />
    </SettingSection>
  )
}

export const DeviceEnabled = ({ entry }: { entry: ShownDevice }) => (
  <Setting
    entry={entry}
    title={deviceTexts.enabled}
    hint={deviceTexts.enabledHint}
    checked={!isDisabled(entry.device)}
    editOf={(isOn) => ({ DeviceDisabled: !isOn })}
  />
)

/** Whether a device with a passphrase is also admitted on a cable. */
export const Cable = ({ entry }: { entry: ShownDevice }) => (
  <Setting
    entry={entry}
    title={deviceTexts.cable.title}
    hint={deviceTexts.cable.hint}
    checked={entry.device.AllowWired}
    editOf={(AllowWired) => ({ AllowWired })}
  />
)
