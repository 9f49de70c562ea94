import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../../parts/dialogs/Dialog.tsx'
import { FormAnswers } from '../../../../parts/dialogs/FormAnswers.tsx'
import { Form } from '../../../../parts/forms/Form.tsx'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'
import { nameFault } from '../nameFault.ts'
import { useEdit } from '../useEdit.ts'

interface RenameDialogProps {
  entry: ShownDevice
  opened: boolean
  onClose: () => void
}

/** The dialog that renames a device. */
export const RenameDialog = ({ opened, ...props }: RenameDialogProps) => (
  <Dialog opened={opened} onClose={props.onClose} title={addTexts.list.renameTitle(props.entry.name)}>
    {opened && <Question {...props} />}
  </Dialog>
)

function Question({ entry: { identity, device }, onClose }: Omit<RenameDialogProps, 'opened'>) {
  const [typed, setTyped] = useState(device.Name)
  const edit = useEdit(identity)
  const fault = nameFault(typed)
  const submit = () => {
    if (typed.trim() === device.Name) return onClose()
    if (!fault) edit.mutate({ Name: typed.trim() }, { onSuccess: onClose })
  }
  return (
    <Form onSubmit={submit} noValidate>
      <TextInput
        mt="md"
        label={deviceTexts.name}
        maxLength={64}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={fault ?? edit.error?.message}
      />
      <FormAnswers onClose={onClose} save={edit}>
        {addTexts.list.save}
      </FormAnswers>
    </Form>
  )
}
