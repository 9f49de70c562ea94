import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts.ts'
import { nameFault } from '../edit.ts'
import type { Entry } from '../entry.ts'
import { useEdit } from '../useEdit.ts'

/** Saved when the field is left, or with Enter. Escape takes back what was typed. */
export function Name({ entry: { identity, device } }: { entry: Entry }) {
  const edit = useEdit(identity)
  const [typed, setTyped] = useState<string>()
  const fault = typed === undefined ? undefined : nameFault(typed)
  const save = () => {
    const name = typed?.trim()
    if (name === undefined || fault) return
    if (name !== device.Name) edit.mutate({ Name: name })
    setTyped(undefined)
  }
  const complaints = { empty: texts.device.nameEmpty, control: texts.device.nameControl }
  return (
    <Section title={texts.device.name} note={<SaveNote status={edit.status} />}>
      <TextInput
        mt="xs"
        aria-label={texts.device.name}
        placeholder={texts.add.namePlaceholder}
        value={typed ?? device.Name}
        maxLength={64}
        autoComplete="off"
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={save}
        onKeyDown={({ key }) => {
          if (key === 'Enter') save()
          if (key === 'Escape') setTyped(undefined)
        }}
        error={fault ? complaints[fault] : edit.error?.message}
      />
    </Section>
  )
}
