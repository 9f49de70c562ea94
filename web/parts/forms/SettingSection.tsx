import type { ComponentProps } from 'react'
import { Section } from '../layout/Section.tsx'
import { SaveError, SaveNote } from './SaveNote.tsx'

interface SettingSectionProps extends Omit<ComponentProps<typeof Section>, 'note'> {
  /** The mutation that its controls start. */
  save: { readonly status: 'idle' | 'pending' | 'success' | 'error'; readonly error: Error | null }
}

/** A section whose controls save what they change: with the state of the last change at its title, and its error at the end. */
export const SettingSection = ({ save, children, ...section }: SettingSectionProps) => (
  <Section {...section} note={<SaveNote status={save.status} />}>
    {children}
    <SaveError error={save.error} />
  </Section>
)
