import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import { labelOf } from '../../../../router/model/home/groups/group.ts'
import { call } from '../../../client/client.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { groupTexts } from '../../../texts/home/groups.ts'
import styles from './NewGroup.module.css'
import { nameComplaint } from './name.ts'
import { useGroupChange } from './useGroups.ts'

/** Creates a group without devices. */
export function NewGroup({ taken }: { taken: readonly string[] }) {
  const [typed, setTyped] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const make = useGroupChange(
    (Name: string) => call(groups.update, { body: { Name } }),
    () => setTyped(''),
  )
  const submit = () => {
    const wrong = nameComplaint(typed, taken)
    setComplaint(wrong)
    if (wrong === undefined) make.mutate(labelOf(typed))
  }
  const error = complaint ?? make.error?.message
  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextInput
        className={styles.name}
        label={groupTexts.newName}
        placeholder={groupTexts.newPlaceholder}
        maxLength={63}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setComplaint(undefined)
          make.reset()
        }}
        error={error}
      />
      <SubmitButton loading={make.isPending}>{groupTexts.make}</SubmitButton>
      <p className={styles.made} role="status">
        {make.isSuccess && groupTexts.made(make.variables)}
      </p>
    </Form>
  )
}
