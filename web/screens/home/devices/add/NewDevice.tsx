import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Policy } from '../../../../../router/model/home/devices/device.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { LabelsField } from '../../../../parts/forms/LabelsField.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { addTexts } from '../../../../texts/home/add.ts'
import { deviceTexts } from '../../../../texts/home/device.ts'
import { nameFault } from '../edit.ts'
import { PolicySwitches } from '../PolicySwitches.tsx'
import { USUAL } from '../policies.ts'
import { useKnownGroups } from '../useKnownGroups.ts'
import { type Made, newIdentity, useNewDevice } from './useNewDevice.ts'

export function NewDevice({ onMade }: { onMade: (made: Made) => void }) {
  const [name, setName] = useState('')
  const [type, setType] = useState<'sae' | 'wpa'>('sae')
  const [policies, setPolicies] = useState<readonly Policy[]>(USUAL)
  const [labels, setLabels] = useState<readonly string[]>([])
  const [tried, setTried] = useState(false)
  const known = useKnownGroups()
  const fault = nameFault(name)

  const add = useNewDevice(onMade)
  const submit = () => {
    setTried(true)
    if (!fault) add.mutate({ identity: newIdentity(), name: name.trim(), type, policies, groups: labels })
  }

  return (
    <Form onSubmit={submit} className="stack" noValidate>
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
          error={tried && fault && (fault === 'empty' ? deviceTexts.nameEmpty : deviceTexts.nameControl)}
        />
      </Section>
      <SecurityChoice type={type} onChange={setType} />
      <Section title={addTexts.policies}>
        <PolicySwitches policies={policies} onChange={setPolicies} />
      </Section>
      <Section title={addTexts.groups} hint={deviceTexts.groupsHint}>
        <LabelsField
          label={addTexts.groups}
          labels={labels}
          known={known.map(({ Name }) => Name)}
          onChange={setLabels}
        />
      </Section>
      <div className="stack-tight">
        <SubmitButton size="md" fullWidth save={add}>
          {addTexts.submit}
        </SubmitButton>
      </div>
    </Form>
  )
}

type Security = keyof typeof addTexts.securities
const SECURITIES: readonly Security[] = ['sae', 'wpa']

const SecurityChoice = ({ type, onChange }: { type: Security; onChange: (type: Security) => void }) => (
  <Section title={addTexts.security} hint={addTexts.securityHints[type]}>
    <SegmentedControl
      fullWidth
      aria-label={addTexts.security}
      value={type}
      onChange={onChange}
      data={SECURITIES.map((value) => ({ value, label: addTexts.securities[value] }))}
    />
  </Section>
)
