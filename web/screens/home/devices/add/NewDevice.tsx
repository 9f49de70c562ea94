import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../../../parts/layout/Section.tsx'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import { NewEntryForm } from './NewEntryForm.tsx'
import { type Made, newIdentity, useNewDevice } from './useNewDevice.ts'

export function NewDevice({ onMade }: { onMade: (made: Made) => void }) {
  const [type, setType] = useState<Security>('sae')
  const add = useNewDevice(onMade)
  return (
    <NewEntryForm
      afterName={<SecurityChoice type={type} onChange={setType} />}
      save={add}
      submit={addTexts.submit}
      onSubmit={(entry) => add.mutate({ identity: newIdentity(), type, ...entry })}
    />
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
