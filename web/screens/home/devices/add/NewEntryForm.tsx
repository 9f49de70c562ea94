import { TextInput } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Policy } from '../../../../../router/model/home/devices/device.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { LabelsField } from '../../../../parts/forms/LabelsField.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { useKnownGroups } from '../../groups/useGroups.ts'
import { nameFault } from '../nameFault.ts'
import { PolicySwitches } from '../PolicySwitches.tsx'
import { USUAL } from '../policies.ts'

/** What all new devices have. */
interface NewEntry {
  readonly name: string
  readonly policies: readonly Policy[]
  readonly groups: readonly string[]
}

interface NewEntryFormProps {
  policiesHint?: string
  /** A section between the name and the policies. */
  afterName?: ReactNode
  /** The mutation that `onSubmit` starts, and the text of its button. */
  save: NonNullable<ComponentProps<typeof SubmitButton>['save']>
  submit: string
  onSubmit: (entry: NewEntry) => void
  /** A section after the groups. */
  children?: ReactNode
}

/** Describes a new device: its name, policies and groups. */
export function NewEntryForm({ policiesHint, afterName, save, submit, onSubmit, children }: NewEntryFormProps) {
  const [name, setName] = useState('')
  const [policies, setPolicies] = useState<readonly Policy[]>(USUAL)
  const [groups, setGroups] = useState<readonly string[]>([])
  const [tried, setTried] = useState(false)
  const known = useKnownGroups()
  const fault = nameFault(name)
  const trySubmit = () => {
    setTried(true)
    if (!fault) onSubmit({ name: name.trim(), policies, groups })
  }
  return (
    <Form onSubmit={trySubmit} className="stack" noValidate>
      <Section title={addTexts.name}>
        <TextInput
          mt="xs"
          aria-label={addTexts.name}
          placeholder={addTexts.namePlaceholder}
          value={name}
          maxLength={64}
          autoFocus
          autoComplete="off"
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={tried && fault}
        />
      </Section>
      {afterName}
      <Section title={addTexts.policies} {...(policiesHint !== undefined && { hint: policiesHint })}>
        <PolicySwitches policies={policies} onChange={setPolicies} />
      </Section>
      <Section title={addTexts.groups} hint={deviceTexts.groupsHint}>
        <LabelsField
          label={addTexts.groups}
          labels={groups}
          known={known.map(({ Name }) => Name)}
          onChange={setGroups}
        />
      </Section>
      {children}
      <div className="stack-tight">
        <SubmitButton size="md" fullWidth save={save}>
          {submit}
        </SubmitButton>
      </div>
    </Form>
  )
}
