import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { cleared } from '../../../../parts/forms/draft.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../../parts/forms/fieldErrors.ts'
import { SaveError, SaveNote } from '../../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import type { ShownDevice } from '../entry.ts'
import styles from '../names/Names.module.css'
import { useEdit } from '../useEdit.ts'

const words = deviceTexts.address

/** The IP address of the device, and a field to change it. */
export function DeviceAddress({ entry: { identity, device } }: { entry: ShownDevice }) {
  const edit = useEdit(identity)
  const [typed, setTyped] = useState<string>()
  const value = typed ?? device.RecentIP
  const complaint = complaintOf(edit.error, ['RecentIP'])
  const save = () => edit.mutate({ RecentIP: value.trim() }, { onSuccess: () => setTyped(cleared(typed, undefined)) })
  return (
    <Section changes={devices.update} title={words.title} hint={words.hint} note={<SaveNote status={edit.status} />}>
      <Form onSubmit={save} className={styles.say} noValidate>
        <TextInput
          className={styles.grow}
          aria-label={words.title}
          placeholder={words.none}
          value={value}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={complaint.fields.RecentIP}
        />
        <SubmitButton variant="default" disabled={value.trim() === '' || value.trim() === device.RecentIP}>
          {words.save}
        </SubmitButton>
      </Form>
      {complaint.rest !== '' && <SaveError error={edit.error} />}
    </Section>
  )
}
