import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Section } from '../../../parts/layout/Section.tsx'
import { texts } from '../../../texts.ts'

type Security = keyof typeof texts.add.securities
const SECURITIES: readonly Security[] = ['sae', 'wpa']

export const SecurityChoice = ({ type, onChange }: { type: Security; onChange: (type: Security) => void }) => (
  <Section title={texts.add.security} hint={texts.add.securityHints[type]}>
    <SegmentedControl
      fullWidth
      aria-label={texts.add.security}
      value={type}
      onChange={onChange}
      data={SECURITIES.map((value) => ({ value, label: texts.add.securities[value] }))}
    />
  </Section>
)
