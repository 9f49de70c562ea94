import { TagsInput } from '@mantine/core'
import { useState } from 'react'
import { labelsOf } from '../../../router/model/home/groups/group.ts'
import { deviceTexts } from '../../texts/home/devices/device.ts'
import { byName } from '../lists/natural.ts'
import { labelComplaint } from './label.ts'

interface LabelsFieldProps {
  label: string
  labels: readonly string[]
  /** Existing names to choose from. */
  known: readonly string[]
  onChange: (labels: string[]) => void
  /** Of the form or the router. */
  error?: string | undefined
}

/** A field for groups or tags, existing or new ones. `onChange` gets only names that the router accepts. */
export function LabelsField({ label, labels, known, onChange, error }: LabelsFieldProps) {
  const [complaint, setComplaint] = useState<string>()
  const change = (typed: string[]) => {
    const next = labelsOf(typed)
    const wrong = labelComplaint(next)
    setComplaint(wrong)
    if (wrong === undefined) onChange(next)
  }
  return (
    <TagsInput
      aria-label={label}
      placeholder={labels.length === 0 ? deviceTexts.groupsPlaceholder : ''}
      data={[...new Set(known)].sort(byName)}
      value={[...labels]}
      onChange={change}
      onSearchChange={(typed) => typed !== '' && setComplaint(undefined)}
      error={complaint ?? error}
      // The options would cover the error.
      {...(complaint !== undefined && { dropdownOpened: false })}
    />
  )
}
