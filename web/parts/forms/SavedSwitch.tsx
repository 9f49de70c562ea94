import { Switch, type SwitchProps } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Section } from '../layout/Section.tsx'
import { SaveError, SaveNote } from './SaveNote.tsx'

interface SavedSwitchProps extends Omit<SwitchProps, 'checked' | 'onChange'> {
  /** The saved state. */
  saved: boolean
  /** The mutation that changes it. */
  save: Pick<UseMutationResult<unknown, Error, boolean>, 'isPending' | 'variables' | 'mutate'>
}

/** A switch whose new state is saved immediately, and shown while it is being saved. */
export const SavedSwitch = ({ saved, save, ...props }: SavedSwitchProps) => (
  <Switch
    size="md"
    {...props}
    checked={save.isPending ? (save.variables ?? saved) : saved}
    onChange={({ currentTarget }) => save.mutate(currentTarget.checked)}
  />
)

interface SwitchSectionProps extends Omit<ComponentProps<typeof Section>, 'note' | 'children'> {
  saved: boolean
  save: SavedSwitchProps['save'] & Pick<UseMutationResult, 'status' | 'error'>
  /** Shown beside the switch; without it, the title is its accessible name. */
  label?: ReactNode
  /** What else the section has while the setting is on. */
  children?: ReactNode
}

/** A section about a setting that is on or off, with the state of the last change at its title. */
export const SwitchSection = ({ saved, save, label, children, ...section }: SwitchSectionProps) => (
  <Section {...section} note={<SaveNote status={save.status} />}>
    <SavedSwitch
      {...(label ? { label } : { 'aria-label': section.title })}
      saved={saved}
      save={save}
      disabled={save.isPending}
    />
    <SaveError error={save.error} />
    {children}
  </Section>
)
